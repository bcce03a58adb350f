import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';

/**
 * Gives something to one holder at a time among all processes. A holder that dies loses it after a while; tokens grow
 * with every lease, so that a store can reject the holder who does not know yet that he lost it (a fence).
 */
export interface Leases {
  /** @returns undefined while somebody else holds it @throws {AppError} `store-unavailable` */
  acquire(name: string, milliseconds: number): Promise<Lease | undefined>;
}

export interface Lease {
  readonly name: string;
  readonly token: number;
  /** How long it holds without being renewed. */
  readonly milliseconds: number;
  /** Holds it for as long again. @returns whether it was still ours */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** What a store needs to reject the change of somebody whose lease has passed to another. */
export type Fence = Pick<Lease, 'name' | 'token'>;

/** After this time a holder that died is out of the way. */
export const leaseMilliseconds = 10_000;

/** The name of the lease whose holder decides what the job of a flow holds. */
export function flowLease(flow: FlowKey): string {
  return `flow:${flowName(flow)}`;
}

/** A lease that is renewed until it is released. */
export interface KeptLease {
  /** Aborts when the lease was lost. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Renews a lease while its holder works. */
export function keepLease(lease: Lease): KeptLease {
  const { milliseconds } = lease;
  const lost = new AbortController();
  let lastRenewal = performance.now();
  const timer = setInterval(() => {
    // Without the store nobody can say whether it is held; after its time it is certainly not.
    if (performance.now() - lastRenewal > milliseconds) lost.abort();
    const asked = performance.now();
    lease.renew().then(
      (held) => (held ? (lastRenewal = asked) : lost.abort()),
      () => undefined,
    );
  }, milliseconds / 4);
  return {
    signal: lost.signal,
    release: async () => {
      clearInterval(timer);
      await lease.release().catch(() => undefined); // it ends by itself
    },
  };
}

import { setInterval } from '../../base/timers/timers.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { defaultController } from '../../lifecycle/execution-record.ts';

export interface Lease {
  readonly name: string;
  readonly token: number;
  /** The time after which it expires unless renewed. */
  readonly milliseconds: number;
  /** Extends it by the same time. @returns whether it was still held */
  renew(): Promise<boolean>;
  /**
   * As `renew`, but takes it back if it has expired and is free. Another process may have held it in between: only for
   * holders that can detect this from their data.
   */
  reclaim(): Promise<boolean>;
  release(): Promise<void>;
}

/** The data that a store needs to reject a change by a holder whose lease has passed to another process. */
export type Fence = Pick<Lease, 'name' | 'token'>;

/** The lease of a holder that died expires after this time. */
export const leaseMilliseconds = 10_000;

/** The name of the lease whose holder decides the content of a flow's job on a controller. */
export function flowLease(flow: FlowKey, controller: string): string {
  const place = controller === defaultController ? '' : `@${controller}`;
  return `flow${place}:${flowName(flow)}`;
}

/** A lease that is renewed until it is released. */
export interface KeptLease {
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Renews a lease while its holder works. */
export function keepLease(lease: Lease): KeptLease {
  const { milliseconds } = lease;
  const lost = new AbortController();
  let lastRenewal = performance.now();
  const timer = setInterval(() => {
    // While the store is unreachable, it is unknown whether the lease is held; after its time it is certainly not.
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
      await lease.release().catch(() => undefined); // it expires by itself
    },
  };
}

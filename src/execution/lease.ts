/**
 * Gives something to one holder at a time among all processes. A holder that dies loses it after a while; tokens grow
 * with every lease, so that a store can refuse the holder who does not know yet that he lost it (a fence).
 */
export interface Leases {
  /** Undefined while somebody else holds it. */
  acquire(name: string, milliseconds: number): Promise<Lease | undefined>;
}

export interface Lease {
  readonly name: string;
  readonly token: number;
  /** Holds it for as long again. @returns whether it was still ours */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

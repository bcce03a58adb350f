/** The space for an upload, from the first byte until it is stored or discarded. */
export interface Reservation {
  /** Unique, and preferably unguessable. */
  readonly id: string;
  readonly actor: string;
}

export interface ReservationChange extends Reservation {
  /** The total in bytes; a reservation never shrinks. */
  readonly needed: number;
  /**
   * The preferred total, so that it need not reserve every byte separately; it gets only a little of that if space is
   * low.
   */
  readonly preferred: number;
  /** The expiry time unless it is renewed, in case its gateway dies. */
  readonly until: Date;
}

/** Max bytes of uploads, both kept and in progress; Infinity for no limit. */
export interface UploadQuotas {
  readonly perActor: number;
  readonly inAll: number;
}

export type ReservationOutcome =
  | { readonly held: number }
  | { readonly exceeded: keyof UploadQuotas; readonly used: number };

/**
 * Counts the bytes of uploads for all gateways on one Redis. Until it is removed, a content counts once in total and
 * once for each actor who sent it. Each method is one atomic step, and throws AppError `store-unavailable` while Redis
 * is unavailable.
 */
export interface UploadLedger {
  /** Creates, grows or renews a reservation. @returns the bytes it holds, or the quota that it would exceed */
  reserve(change: ReservationChange, quotas: UploadQuotas, now: Date): Promise<ReservationOutcome>;
  /** Releases the rest of a reservation; the part that was kept counts as content. */
  release(reservation: Reservation): Promise<void>;
  /** The total bytes. */
  used(now: Date): Promise<number>;
}

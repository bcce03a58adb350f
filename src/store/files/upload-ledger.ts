/** Room for what somebody sends, from its first byte until it is kept or discarded. */
export interface Reservation {
  /** Unguessable, or at least used once. */
  readonly id: string;
  readonly actor: string;
}

export interface ReservationChange extends Reservation {
  /** In bytes, in all; a reservation never shrinks. */
  readonly needed: number;
  /** What it would like to have, so that it need not come back for every byte; it gets little of that where little is left. */
  readonly wanted: number;
  /** Forgotten by then unless it is renewed: its gateway has died. */
  readonly until: Date;
}

/** The most bytes of uploads, those on their way with those that are kept; Infinity for no limit. */
export interface UploadQuotas {
  readonly perActor: number;
  readonly inAll: number;
}

export type ReservationOutcome =
  { readonly held: number } | { readonly exceeded: keyof UploadQuotas; readonly used: number };

/**
 * Counts the bytes of uploads for every gateway on one Redis. A content counts once in all, and once for each actor who
 * sent it, until it is removed. Each method is one atomic step, and throws AppError `store-unavailable` while Redis is away.
 */
export interface UploadLedger {
  /** Makes a reservation, lets it grow, or renews it. @returns the bytes that it holds; the quota that has no room for them */
  reserve(change: ReservationChange, quotas: UploadQuotas, now: Date): Promise<ReservationOutcome>;
  /** Gives back what is left of a reservation; what was kept of it counts as content. */
  release(reservation: Reservation): Promise<void>;
  /** The bytes in all. */
  used(now: Date): Promise<number>;
}

import type { Reservation } from './upload-ledger.ts';

export interface ContentCharge {
  /** In bytes. */
  readonly size: number;
  /** The actor for whom the content counts, and the reservation that its bytes are taken from. */
  readonly reservation: Reservation;
}

export interface IndexedContent {
  readonly sha256: string;
  readonly name: string;
  /** Milliseconds since 1970 until which it is kept at least. */
  readonly until: number;
  readonly owners: readonly string[];
}

/**
 * Records which contents are stored, under which name, and until when at least. Each method is one atomic step, so any
 * number of gateways can use and sweep one folder. All throw AppError `store-unavailable` while Redis is unavailable.
 */
export interface ContentIndex {
  /**
   * Assigns the name to the content, which is kept at least until then and counts as an upload (`UploadLedger`).
   * @returns the previous name, whose file is no longer used
   */
  adopt(sha256: string, name: string, until: Date, charge: ContentCharge): Promise<string | undefined>;
  /** Keeps a content for longer. @returns false if it has been removed */
  hold(sha256: string, until: Date): Promise<boolean>;
  /** All contents, each with the actors for whom it counts. */
  all(): Promise<readonly IndexedContent[]>;
  nameOf(sha256: string): Promise<string | undefined>;
  /** The contents that may be removed at this time. */
  due(time: Date): Promise<readonly string[]>;
  /**
   * Removes a content, which then no longer counts, unless it must now be kept beyond this time.
   * @returns the name of the file to delete
   */
  forget(sha256: string, time: Date): Promise<string | undefined>;
}

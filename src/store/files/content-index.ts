import type { Reservation } from './upload-ledger.ts';

export interface ContentCharge {
  /** In bytes. */
  readonly size: number;
  /** For whom the content counts, and from what the bytes are taken. */
  readonly reservation: Reservation;
}

/**
 * Knows which contents are kept, under which name, and for how long at least. Each method is one atomic step, so that
 * any number of gateways can use and sweep one folder. All throw AppError `store-unavailable` while Redis is away.
 */
export interface ContentIndex {
  /**
   * From now on the name stands for the content, which is kept until then at least and counts as an upload (`UploadLedger`).
   * @returns the name that stood for it before, whose file nobody will ask for again
   */
  adopt(sha256: string, name: string, until: Date, charge: ContentCharge): Promise<string | undefined>;
  /** Keeps a content for longer. @returns false when it is not kept any more */
  hold(sha256: string, until: Date): Promise<boolean>;
  nameOf(sha256: string): Promise<string | undefined>;
  /** The contents that need not be kept after this time. */
  due(time: Date): Promise<readonly string[]>;
  /** Forgets a content, which counts no longer, unless it has to be kept beyond this time by now. @returns the name whose file can go */
  forget(sha256: string, time: Date): Promise<string | undefined>;
}

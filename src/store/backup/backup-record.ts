import { isUtf8 } from 'node:buffer';

/** Bytes in JSON: a string if they are UTF-8, otherwise base64. */
export type Bytes = string | { readonly base64: string };

export function bytesIn(text: Bytes): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64');
}

export function toBytes(bytes: Buffer): Bytes {
  return isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') };
}

/** The version of the format of backups; a backup with a greater one cannot be restored. */
export const backupFormat = 1;

/** The first line of a backup. */
export interface BackupHeader {
  readonly flowgateBackup: number;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** The version of Flowgate that made it. */
  readonly flowgate: string;
  /** The format of the data in it (`store-format`). */
  readonly storeFormat: number;
  /** Identifies the key that seals the webhook keys in it, without revealing it; absent if there was no key. */
  readonly keyFingerprint?: string;
}

/** The last line of a backup. */
export interface BackupEnd {
  /** Lines between the first and the last one. */
  readonly records: number;
  /** The digest of all bytes before this line, in hexadecimal. */
  readonly sha256: string;
}

export type Fields = Readonly<Record<string, string>>;

/**
 * A line between them. What refers to something else comes after it: a revision after its source, a flow after its
 * revisions, an execution after its log.
 */
export type BackupRecord =
  | { readonly source: { readonly sha256: string; readonly bytes: Bytes } }
  | { readonly revisions: { readonly flow: string; readonly entries: readonly (readonly [number, string])[] } }
  | { readonly flow: FlowRecord }
  | { readonly log: { readonly execution: string; readonly bytes: Bytes } }
  /** When the log was written: `offset milliseconds`. */
  | { readonly logTimes: { readonly execution: string; readonly times: readonly string[] } }
  | { readonly execution: { readonly id: string; readonly fields: Fields } }
  /** What the store has of an archived execution; its log and the rest are only in the archive. */
  | { readonly archived: { readonly execution: string; readonly summary: Bytes } }
  /** What came before about it is void: it was purged while it was read. */
  | { readonly discard: { readonly flow: string } | { readonly execution: string } }
  /** Ids and events of the audit trail. */
  | { readonly audit: readonly (readonly [string, string])[] }
  | { readonly key: KeyRecord }
  | { readonly file: FileRecord }
  | { readonly artifact: { readonly execution: string; readonly path: string } }
  /** The next bytes of the file or the artifact before. */
  | { readonly bytes: string; readonly isLast: boolean };

interface FlowRecord {
  /** `namespace/id` */
  readonly name: string;
  readonly fields: Fields;
  /** The sealed keys of its webhooks. */
  readonly hookKeys: Fields;
}

/** The content of an upload. */
export interface FileRecord {
  readonly sha256: string;
  /** Milliseconds since 1970 until which it is kept at least. */
  readonly until: number;
  /** The actors for whom it counts. */
  readonly owners: readonly string[];
}

/** A key of any other kind, without the root; a large one comes in several records, one after the other. */
export interface KeyRecord {
  readonly name: string;
  readonly type: 'string' | 'hash' | 'set' | 'zset' | 'list' | 'stream';
  readonly isFirst: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /**
   * string: one value; hash: fields and values alternately; zset: members and scores; stream: ids, each with its fields
   * as a JSON list.
   */
  readonly values: readonly Bytes[];
}

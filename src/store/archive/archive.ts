import type { Readable } from 'node:stream';
import { AppError } from '../../base/problem/app-error.ts';

/**
 * Objects by name, outside the store and larger than it: a folder or a bucket. A name has the form `folder/…/object`.
 * An object is complete or missing: a process that dies while it writes leaves nothing that can be read. Several
 * processes may read and write at once; the last write of a name counts. All methods throw AppError
 * `archive-unavailable` while the archive cannot be reached.
 */
export interface Archive {
  /** Where it is, for logs: a path, or `s3://bucket/prefix`. */
  readonly place: string;
  /** Resolves when the object is durable. */
  put(name: string, content: Buffer): Promise<void>;
  /** The same, with the content of a file of this machine, which may be larger than the memory. */
  putFile(name: string, path: string): Promise<void>;
  /**
   * The content of an object. @param range by default all of it @returns undefined if there is no such object
   * @throws {AppError} `archive-damaged` if it has more than `maxObjectBytes`, or than the range
   */
  get(name: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** @returns undefined if there is no such object; errors of the stream are `archive-unavailable` too */
  open(name: string): Promise<OpenObject | undefined>;
  /** The names of all objects directly in a folder, sorted by their bytes, in batches. @param folder without a `/` at its end */
  list(folder: string): AsyncGenerator<readonly string[]>;
  /** Removes objects that may be missing. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes all objects directly in a folder. */
  removeAll(folder: string): Promise<void>;
}

/** The max size of an object that is read into memory, such as a record or a part of the index, compressed. */
export const maxObjectBytes = 64 * 1024 * 1024;

export interface ByteRange {
  readonly start: number;
  readonly bytes: number;
}

export interface OpenObject {
  readonly stream: Readable;
  /** In bytes. */
  readonly size: number;
}

/** @param reason in a few words, without anything secret */
export function archiveUnavailable(reason: string, cause: unknown): AppError {
  const detail = `The archive of ended executions is not available: ${reason}. What is not archived can still be read.`;
  return new AppError('archive-unavailable', detail, {}, { cause });
}

/** What is in an archive cannot be found without it. */
export function archiveNotConfigured(): AppError {
  const detail = 'Archived executions cannot be read, because FLOWGATE_ARCHIVE is not set.';
  return new AppError('archive-not-configured', detail);
}

/** Names come from this program, but a part of them comes from what an archive contains. */
export function requireObjectName(name: string): string {
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => /^\.{1,2}$/.test(part))) return name;
  throw new Error(`${JSON.stringify(name.slice(0, 100))} is not the name of an object of the archive`);
}

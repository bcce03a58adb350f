import type { Carried } from '../../../language/execution-plan/segment.ts';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { timeOfId } from './execution-id.ts';

/*
 * The objects of an archived execution, in a folder of its own: its log and its artifacts first, and the object that
 * describes them last. Whoever finds that one finds all of them, unless the archive has lost some.
 */

export const archiveVersion = 1;

/** What the object `record.json.gz` contains. Everything in it is masked, as in the store; nothing is sealed. */
export interface ArchivedExecution {
  readonly version: typeof archiveVersion;
  readonly record: EndedExecution & { readonly archivedAt: string };
  /** The document that it ran; undefined if it is unknown. */
  readonly source?: { readonly base64: string; readonly format: 'yaml' | 'json'; readonly mediaType: string };
  readonly carried?: Carried;
  /** Undefined if it has none. */
  readonly log?: ArchivedLog;
  /** When the log was written: offset and milliseconds, or 0 for a part whose time is not known. */
  readonly logTimes: readonly (readonly [offset: number, at: number])[];
  /** Undefined if artifacts were not archived: the engine may still have them. */
  readonly artifacts?: readonly ArchivedArtifact[];
  /** The artifacts that are not archived. */
  readonly omitted?: readonly OmittedArtifact[];
}

/** A record in an object of the archive. It has ended and does not change, which need not be said. */
export type StoredRecord<Record extends EndedExecution = EndedExecution> = Omit<Record, 'phase' | 'version'>;

export function storedRecord<Record extends EndedExecution>(record: Record): StoredRecord<Record> {
  const { phase: _phase, version: _version, ...stored } = record;
  return stored;
}

export function endedRecord<Stored extends object>(stored: Stored): Stored & { readonly phase: 'ended' } {
  return { ...stored, phase: 'ended' };
}

/** The bytes of a log in chunks of `logChunkBytes`, each of them compressed on its own, so that any part can be read. */
export interface ArchivedLog {
  /** In bytes, before compression. */
  readonly size: number;
  /** The objects in order, each with the compressed sizes of its chunks. */
  readonly objects: readonly (readonly number[])[];
  /** The SHA-256 of each chunk, before compression, in hex; undefined in records of older versions. */
  readonly digests?: readonly string[];
}

export interface ArchivedArtifact {
  readonly path: string;
  /** The name of its object. */
  readonly object: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
}

export interface OmittedArtifact {
  readonly path: string;
  /** A clause, such as `larger than 1 GiB`. */
  readonly reason: string;
}

export const logChunkBytes = 1024 * 1024;
/** So that an object fits into memory. */
export const chunksOfLogObject = 8;

/** The folder of the objects of an execution. */
export function folderOf(id: string): string {
  return `executions/${timeOfId(id).toISOString().slice(0, 10)}/${id}`;
}

export function recordObject(id: string): string {
  return `${folderOf(id)}/record.json.gz`;
}

export function logObject(id: string, index: number): string {
  return `${folderOf(id)}/log-${index}.gz`;
}

export function artifactObject(id: string, index: number): string {
  return `${folderOf(id)}/artifact-${index}`;
}

/** An object without content, which says that an archived execution was deleted. */
export function tombstone(id: string): string {
  return `${tombstones}/${id}`;
}

export const tombstones = 'removed';

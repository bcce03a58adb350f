import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { archiveDamaged } from '../../archive/archive-damaged.ts';
import type { Archive, OpenObject } from '../../archive/archive.ts';
import type { ArtifactContent } from '../artifacts/artifact.ts';
import {
  archiveVersion,
  chunksOfLogObject,
  endedRecord,
  logChunkBytes,
  logObject,
  recordObject,
  tombstone,
  type ArchivedArtifact,
  type ArchivedExecution,
  type ArchivedLog,
} from '../record/archived-execution.ts';
import { isExecutionId } from '../record/execution-id.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';
import type { LogPiece } from '../redis/redis-log-store.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { ArchiveSeal } from './archive-seal.ts';
import { parseArchived, unzipArchived } from './read-archived.ts';

const cachedRecordBytes = 32 * 1024 * 1024;
const cachedChunks = 16;
/** A deleted execution disappears from other processes after this time. */
const cachedMilliseconds = 60_000;
/** Of a record before compression. */
const maxRecordBytes = 128 * 1024 * 1024;

/** Reads archived executions. What the archive has lost or damaged is an error, never an empty answer. */
export class ArchiveReader {
  readonly #deps;
  readonly #records = new LRUCache<string, { readonly archived: ArchivedExecution; readonly bytes: number }>({
    maxSize: cachedRecordBytes,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: cachedMilliseconds,
  });
  readonly #chunks = new LRUCache<string, Buffer>({ max: cachedChunks });

  constructor(deps: {
    readonly archive: Archive;
    readonly marks: Pick<RedisArchiveMarks, 'find' | 'summaries'>;
    readonly seal: ArchiveSeal;
    readonly index: Pick<ArchiveIndex, 'find' | 'isExpired'>;
  }) {
    this.#deps = deps;
  }

  /**
   * @returns undefined for an execution that is not archived
   * @throws {AppError} `archive-unavailable`, `archive-damaged`, `store-unavailable`
   */
  async find(id: string): Promise<ArchivedExecution | undefined> {
    if (!isExecutionId(id)) return undefined;
    const known = this.#records.get(id);
    if (known !== undefined) return known.archived;
    const mark = await this.#deps.marks.find(id);
    if (mark === 'record') return undefined;
    const found = await this.#read(id, mark === 'archived');
    if (found !== undefined) this.#records.set(id, found);
    return found?.archived;
  }

  /**
   * What lists show of an archived execution, also if its own objects are lost.
   * @returns undefined for an execution that is not archived @throws {AppError} as `find`
   */
  async listed(id: string): Promise<EndedExecution | undefined> {
    const { marks, index } = this.#deps;
    return (await marks.summaries([id])).get(id) ?? index.find(id);
  }

  forget(id: string): void {
    this.#records.delete(id);
  }

  /** As `RedisLogStore.read`. @throws {AppError} `archive-unavailable`, `archive-damaged` */
  async log(
    { record: { id }, log }: ArchivedExecution,
    { start, bytes }: { readonly start: number; readonly bytes: number },
  ): Promise<LogPiece | undefined> {
    if (log === undefined) return undefined;
    if (start >= log.size) return { bytes: Buffer.alloc(0), size: log.size };
    const number = Math.floor(start / logChunkBytes);
    const chunk = await this.#chunk(id, number, log);
    const first = start - number * logChunkBytes;
    return { bytes: chunk.subarray(first, first + bytes), size: log.size };
  }

  /** @returns undefined if there is no such artifact @throws {AppError} `archive-unavailable`, `archive-damaged` */
  async artifact({ artifacts = [] }: ArchivedExecution, path: string): Promise<ArtifactContent | undefined> {
    const artifact = artifacts.find((each) => each.path === path);
    if (artifact === undefined) return undefined;
    const { object: name } = artifact;
    const found = await this.#deps.archive.open(name);
    if (found?.size !== artifact.size) {
      found?.stream.destroy();
      throw archiveDamaged(name, found === undefined ? 'is missing' : 'has another size');
    }
    return { stream: verified(found, artifact, name), size: found.size, contentType: artifact.contentType };
  }

  async #read(
    id: string,
    isMarked: boolean,
  ): Promise<{ readonly archived: ArchivedExecution; readonly bytes: number } | undefined> {
    const { archive, index } = this.#deps;
    const name = recordObject(id);
    // What the store has lost sight of may have been deleted, and its objects not yet.
    const [content, removed] = await Promise.all([
      archive.get(name),
      isMarked ? undefined : archive.get(tombstone(id)),
    ]);
    if (removed !== undefined) return undefined;
    if (content === undefined) {
      if (isMarked || (await index.find(id))) throw archiveDamaged(name, 'is missing');
      return undefined;
    }
    const { content: signed, isSigned } = this.#deps.seal.open(name, content);
    const text = await unzipArchived(name, signed, maxRecordBytes);
    const found = await archivedIn(text, name);
    const record = endedRecord(isSigned ? found.record : { ...found.record, isUnsigned: true as const });
    const archived = { ...found, record };
    if (archived.record.id !== id) throw archiveDamaged(name, 'is that of another execution');
    if (!isMarked && index.isExpired(archived.record)) return undefined;
    return { archived, bytes: text.length };
  }

  async #chunk(id: string, number: number, { objects, digests }: ArchivedLog): Promise<Buffer> {
    const key = `${id} ${number}`;
    const known = this.#chunks.get(key);
    if (known !== undefined) return known;
    const object = Math.floor(number / chunksOfLogObject);
    const sizes = objects[object] ?? [];
    const place = number % chunksOfLogObject;
    const start = sizes.slice(0, place).reduce((sum, size) => sum + size, 0);
    const name = logObject(id, object);
    const content = await this.#deps.archive.get(name, {
      start,
      bytes: Math.min(sizes[place] ?? 0, 2 * logChunkBytes),
    });
    if (content === undefined) throw archiveDamaged(name, 'is missing');
    const chunk = await unzipArchived(name, content, logChunkBytes);
    if (digests !== undefined && createHash('sha256').update(chunk).digest('hex') !== digests[number])
      throw archiveDamaged(name, 'is damaged');
    this.#chunks.set(key, chunk);
    return chunk;
  }
}

/** @throws {AppError} `archive-damaged` */
async function archivedIn(text: Buffer, name: string): Promise<ArchivedExecution> {
  const given = (await parseArchived(name, text)) as Partial<ArchivedExecution> | null; // checked below as far as needed
  if (given?.version !== archiveVersion) throw archiveDamaged(name, `has no content of version ${archiveVersion}`);
  if (given.record === undefined) throw archiveDamaged(name, 'has no record');
  return given as ArchivedExecution; // what we wrote in this version
}

/** A stream that ends early, with an error, unless its bytes are those that were archived: the last ones wait for it. */
function verified({ stream }: OpenObject, { sha256 }: ArchivedArtifact, name: string): Readable {
  const digest = createHash('sha256');
  async function* checked(): AsyncGenerator<Buffer> {
    let last: Buffer | undefined;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      digest.update(chunk);
      if (last !== undefined) yield last;
      last = chunk;
    }
    if (digest.digest('hex') !== sha256) throw archiveDamaged(name, 'is damaged');
    if (last !== undefined) yield last;
  }
  return Readable.from(checked(), { objectMode: false });
}

import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '../../../base/problem/app-error.ts';
import { dataSizeText } from '../../../base/text/data-size.ts';
import { writeJson } from '../../../base/text/exact-json.ts';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Artifact, ArtifactContent } from '../artifacts/artifact.ts';
import {
  archiveVersion,
  artifactObject,
  chunksOfLogObject,
  logChunkBytes,
  logObject,
  recordObject,
  storedRecord,
  type ArchivedArtifact,
  type ArchivedExecution,
  type ArchivedLog,
  type OmittedArtifact,
} from '../record/archived-execution.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';
import type { RedisExecutionStore } from '../redis/redis-execution-store.ts';
import type { RedisLogStore } from '../redis/redis-log-store.ts';
import type { ArchiveSeal } from './archive-seal.ts';

/** Reads the artifacts of ended executions from the engine that ran them. */
export interface ArtifactReader {
  /** @returns undefined if the engine is not configured @throws {AppError} `jenkins-unavailable` */
  list(record: EndedExecution): Promise<readonly Artifact[] | undefined>;
  /** @returns undefined if it is gone @throws {AppError} as `list`; `artifact-not-found` */
  open(record: EndedExecution, path: string): Promise<ArtifactContent | undefined>;
}

export interface ArchiveWriterDeps {
  readonly archive: Archive;
  readonly seal: ArchiveSeal;
  readonly store: Pick<RedisExecutionStore, 'source' | 'carried'>;
  readonly logs: Pick<RedisLogStore, 'read' | 'times'>;
  readonly marks: Pick<RedisArchiveMarks, 'find'>;
  /** Undefined if artifacts are not archived. */
  readonly artifacts: ArtifactReader | undefined;
  /** Max bytes of the artifacts of an execution. */
  readonly maxArtifactBytes: number;
  /** A folder for one artifact at a time. */
  readonly spool: string;
  readonly now: () => Date;
}

const compressed = promisify(gzip);
const abandonedMilliseconds = 60 * 60 * 1000;

/**
 * Writes ended executions to the archive. Writing one again writes the same objects, because nothing of an ended
 * execution changes. Another process may archive it at the same time, and removes log and artifacts afterwards: what
 * seems to be missing then must not replace what that one has written.
 */
export class ArchiveWriter {
  readonly #deps: ArchiveWriterDeps;

  constructor(deps: ArchiveWriterDeps) {
    this.#deps = deps;
  }

  /**
   * @param record complete
   * @returns what was archived, and how many bytes were written; undefined if it was archived or removed meanwhile
   * @throws {AppError} `archive-unavailable`, `store-unavailable`, `files-unavailable`, `jenkins-unavailable`
   */
  async write(record: EndedExecution): Promise<WrittenExecution | undefined> {
    return this.#write(record).catch((error: unknown) => {
      if (error instanceof NoLongerStored) return undefined;
      throw error;
    });
  }

  /** Removes copies of artifacts that killed processes of this machine have left. */
  async sweep(): Promise<void> {
    const { spool, now } = this.#deps;
    for (const name of await readdir(spool).catch(() => [])) {
      const found = await stat(join(spool, name)).catch(() => undefined); // another process has removed it
      if (found !== undefined && now().getTime() - found.mtimeMs > abandonedMilliseconds)
        await rm(join(spool, name), { force: true });
    }
  }

  async #write(record: EndedExecution): Promise<WrittenExecution> {
    const { archive, store, logs, now } = this.#deps;
    const { id } = record;
    const [source, carried, times] = await Promise.all([store.source(id), store.carried(id), logs.times(id)]);
    const log = await this.#writeLog(id);
    const kept = this.#deps.artifacts && (await this.#writeArtifacts(record, this.#deps.artifacts));
    const archived: ArchivedExecution = {
      version: archiveVersion,
      record: { ...record, archivedAt: now().toISOString() },
      ...(source !== undefined && {
        source: { base64: source.bytes.toString('base64'), format: source.format, mediaType: source.mediaType },
      }),
      ...(carried !== undefined && { carried }),
      ...(log !== undefined && { log: log.log }),
      logTimes: times.map(({ offset, at }) => [offset, at?.getTime() ?? 0]),
      ...(kept && { artifacts: kept.artifacts, omitted: kept.omitted }),
    };
    const content = this.#deps.seal.sign(
      recordObject(id),
      await compressed(writeJson({ ...archived, record: storedRecord(archived.record) })),
    );
    await this.#requireStored(id);
    await archive.put(recordObject(id), content);
    return { archived, bytes: content.length + (log?.bytes ?? 0) + (kept?.bytes ?? 0) };
  }

  /** @throws {NoLongerStored} */
  async #requireStored(id: string): Promise<void> {
    if ((await this.#deps.marks.find(id)) !== 'record') throw new NoLongerStored();
  }

  async #writeLog(id: string): Promise<{ readonly log: ArchivedLog; readonly bytes: number } | undefined> {
    const objects: number[][] = [];
    const digests: string[] = [];
    let [size, bytes] = [0, 0];
    let chunks: Buffer[] = [];
    let hasLog = false;
    const flush = async (): Promise<void> => {
      if (chunks.length === 0) return;
      const content = Buffer.concat(chunks);
      await this.#deps.archive.put(logObject(id, objects.length), content);
      objects.push(chunks.map(({ length }) => length));
      bytes += content.length;
      chunks = [];
    };
    for (;;) {
      const chunk = await this.#logChunk(id, size);
      if (chunk === undefined) break;
      hasLog = true;
      if (chunk.length > 0) {
        chunks.push(await compressed(chunk));
        digests.push(createHash('sha256').update(chunk).digest('hex'));
      }
      size += chunk.length;
      if (chunks.length === chunksOfLogObject) await flush();
      if (chunk.length < logChunkBytes) break;
    }
    if (!hasLog || size > 0) await this.#requireStored(id);
    await flush();
    return hasLog ? { log: { size, objects, digests }, bytes } : undefined;
  }

  /** Shorter only at the end. */
  async #logChunk(id: string, start: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let length = 0;
    while (length < logChunkBytes) {
      const piece = await this.#deps.logs.read(id, { start: start + length, bytes: logChunkBytes - length });
      if (piece === undefined) return undefined;
      if (piece.bytes.length === 0) break;
      pieces.push(piece.bytes);
      length += piece.bytes.length;
    }
    return Buffer.concat(pieces);
  }

  async #writeArtifacts(
    record: EndedExecution,
    reader: ArtifactReader,
  ): Promise<
    | {
        readonly artifacts: readonly ArchivedArtifact[];
        readonly omitted: readonly OmittedArtifact[];
        readonly bytes: number;
      }
    | undefined
  > {
    const { maxArtifactBytes } = this.#deps;
    const artifacts: ArchivedArtifact[] = [];
    const omitted: OmittedArtifact[] = [];
    let bytes = 0;
    const listed = (await reader.list(record)) ?? [];
    await this.#requireStored(record.id);
    // Those of another machine stay there, and it still shows them.
    if (listed.length === 0 && record.engine !== undefined) return undefined;
    for (const [index, { path }] of listed.entries()) {
      const written = await this.#writeArtifact(record, path, {
        reader,
        object: artifactObject(record.id, index),
        limit: maxArtifactBytes - bytes,
      });
      if ('reason' in written) omitted.push(written);
      else artifacts.push(written);
      bytes += 'size' in written ? written.size : 0;
    }
    return { artifacts, omitted, bytes };
  }

  async #writeArtifact(
    record: EndedExecution,
    path: string,
    { reader, object, limit }: { readonly reader: ArtifactReader; readonly object: string; readonly limit: number },
  ): Promise<ArchivedArtifact | OmittedArtifact> {
    const { archive, maxArtifactBytes, spool } = this.#deps;
    const tooLarge = { path, reason: `all artifacts together are larger than ${dataSizeText(maxArtifactBytes)}` };
    const content = await reader.open(record, path).catch(ifGone);
    if (content === undefined) {
      await this.#requireStored(record.id);
      return { path, reason: 'it was gone when the execution was archived' };
    }
    if ((content.size ?? 0) > limit || limit <= 0) {
      content.stream.destroy();
      return tooLarge;
    }
    const file = join(spool, `${record.id}.${randomBytes(4).toString('hex')}.part`);
    try {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const digest = createHash('sha256');
      let size = 0;
      await pipeline(
        content.stream,
        async function* measured(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > limit) throw new ArtifactsTooLarge();
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file, { mode: 0o600 }),
      );
      await archive.putFile(object, file);
      return { path, object, size, sha256: digest.digest('hex'), contentType: content.contentType };
    } catch (error) {
      if (error instanceof ArtifactsTooLarge) return tooLarge;
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  }
}

export interface WrittenExecution {
  readonly archived: ArchivedExecution;
  readonly bytes: number;
}

class NoLongerStored extends Error {
  override readonly name = 'NoLongerStored';
}

class ArtifactsTooLarge extends Error {
  override readonly name = 'ArtifactsTooLarge';
}

function ifGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'artifact-not-found')) throw error;
}

import { AppError } from '../../../base/problem/app-error.ts';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import type { ArtifactFolder } from '../artifacts/artifact-folder.ts';
import type { LogFolder } from '../logs/log-folder.ts';
import { tombstone } from '../record/archived-execution.ts';
import { before, type RetentionRules } from '../record/retention-rules.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';
import type { RedisExecutionStore } from '../redis/redis-execution-store.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter, WrittenExecution } from './archive-writer.ts';
import type { OwnArchive } from './own-archive.ts';

export interface ArchiverDeps {
  /** Without archived executions. */
  readonly store: Pick<RedisExecutionStore, 'read'>;
  readonly marks: RedisArchiveMarks;
  readonly writer: Pick<ArchiveWriter, 'write' | 'sweep'>;
  readonly index: Pick<ArchiveIndex, 'add'>;
  readonly archive: Pick<OwnArchive, 'put' | 'check'>;
  /** The files of logs; undefined if they are not in files. */
  readonly logFiles: Pick<LogFolder, 'remove'> | undefined;
  readonly artifacts: Pick<ArtifactFolder, 'ids' | 'list' | 'remove'>;
  readonly reader: Pick<ArchiveReader, 'find'>;
  /** How long after its end an execution is archived, in days. */
  readonly afterDays: number;
  /** How long executions are kept in the store. */
  readonly rules: RetentionRules;
  readonly now: () => Date;
  readonly observe: ArchiveObserver;
  /** Called with each error of one execution; it is archived later. */
  readonly report: (error: unknown) => void;
}

export interface ArchiveObserver {
  archived(count: number, bytes: number): void;
  failed(): void;
}

/** Notifications, the end of a log and the like follow shortly after the end. */
const minMilliseconds = 5 * 60 * 1000;
const batchSize = 100;
const parallel = 4;

/** What ended before this time is archived. @param afterDays how long after its end */
export function dueTime(afterDays: number, now: Date): Date {
  const latest = new Date(now.getTime() - minMilliseconds);
  const due = before(now, afterDays) ?? latest;
  return due < latest ? due : latest;
}

/**
 * Moves ended executions to the archive. An execution is complete in the archive and in its index before one atomic
 * step replaces it in the store: a process that dies in between loses nothing, and the next one repeats the rest.
 */
export class Archiver {
  readonly #deps: ArchiverDeps;

  constructor(deps: ArchiverDeps) {
    this.#deps = deps;
  }

  /**
   * Archives all that is due, oldest first.
   * @returns how many @throws {AppError} `archive-unavailable`, `store-unavailable`
   */
  async run(signal: AbortSignal): Promise<number> {
    const { marks, store, rules, afterDays, now } = this.#deps;
    const time = now();
    await this.#check();
    const due = dueTime(afterDays, time);
    const limit = rules.latestLimit(time);
    const to = limit !== undefined && limit > due ? limit : due;
    let count = 0;
    for (let after: string | undefined, isLast = false; !isLast && !signal.aborted;) {
      const ids = await marks.unarchived({ to, limit: batchSize, after });
      const records = await Promise.all(ids.map((id) => store.read(id)));
      count += await this.archive(
        records.flatMap((record) => (record?.phase === 'ended' && this.#isDue(record, due, time) ? [record] : [])),
        signal,
      );
      after = ids.at(-1);
      isLast = ids.length < batchSize;
    }
    return count;
  }

  /** Archives ended executions now. @param records complete @returns how many @throws as `run` */
  async archive(records: readonly EndedExecution[], signal: AbortSignal): Promise<number> {
    const { marks, index, observe } = this.#deps;
    const written: WrittenExecution[] = [];
    for (let start = 0; start < records.length && !signal.aborted; start += parallel) {
      const group = records.slice(start, start + parallel);
      written.push(...(await Promise.all(group.map((record) => this.#write(record)))).flatMap((each) => each ?? []));
    }
    if (written.length === 0) return 0;
    const indexBytes = await index.add(written.map(({ archived }) => archived.record));
    // Nothing leaves the store if the disk was unmounted meanwhile.
    await this.#check();
    for (const { archived } of written) {
      const { id } = archived.record;
      const { outcome, logFile } = await marks.mark(archived.record);
      // It was deleted in the meantime: nobody may find it.
      if (outcome === 'missing') await this.#deps.archive.put(tombstone(id), Buffer.alloc(0));
      // What cannot be removed now is swept, because nothing names it any more.
      if (logFile !== '') await this.#deps.logFiles?.remove(logFile).catch(() => undefined);
      if (archived.omitted?.length === 0) await this.#deps.artifacts.remove(id).catch(() => undefined);
    }
    observe.archived(
      written.length,
      written.reduce((sum, { bytes }) => sum + bytes, indexBytes),
    );
    return written.length;
  }

  /** Removes the artifacts of this machine that are archived, and copies of them: a crash leaves some. @throws as `run` */
  async sweep(signal: AbortSignal): Promise<void> {
    const { artifacts, marks, reader, writer } = this.#deps;
    await writer.sweep();
    for (const id of await artifacts.ids()) {
      if (signal.aborted) return;
      if ((await marks.find(id)) !== 'archived') continue;
      const found = await reader.find(id);
      // What only an unsigned record says is in the archive stays here too.
      if (found?.record.isUnsigned === true) continue;
      const archived = new Set(found?.artifacts?.map(({ path }) => path));
      if ((await artifacts.list(id)).every(({ path }) => archived.has(path))) await artifacts.remove(id);
    }
  }

  async #check(): Promise<void> {
    await this.#deps.archive.check().catch((error: unknown) => {
      this.#deps.observe.failed();
      throw error;
    });
  }

  async #write(record: EndedExecution): Promise<WrittenExecution | undefined> {
    return this.#deps.writer.write(record).catch((error: unknown) => {
      this.#deps.observe.failed();
      // These hold up all executions; others, such as an unavailable Jenkins, only those that need them.
      if (error instanceof AppError && (error.code === 'archive-unavailable' || error.code === 'store-unavailable'))
        throw error;
      this.#deps.report(error);
      return undefined;
    });
  }

  /** Also what the store no longer keeps, which leaves it only then. */
  #isDue(record: EndedExecution, due: Date, now: Date): boolean {
    const { history, flow, trigger, build, engine, earlierBuilds } = record;
    const endedAt = Date.parse(history.at(-1)?.at ?? '');
    const limit = this.#deps.rules.limitOf(flow.namespace, now);
    const isOld = limit !== undefined && Date.parse(history[0]?.at ?? '') < limit.getTime();
    // The store keeps only the newest of those that a trigger started in vain.
    const isUnstarted = trigger !== undefined && [build, engine, earlierBuilds].every((trace) => trace === undefined);
    return isOld || (endedAt < due.getTime() && !isUnstarted);
  }
}

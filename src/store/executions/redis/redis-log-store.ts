import type { Redis } from 'ioredis';
import { AppError } from '../../../base/problem/app-error.ts';
import { cutOffLine } from '../../../language/execution-plan/log-limits.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { LogFolder } from '../logs/log-folder.ts';
import { LogIntake } from '../logs/log-intake.ts';
import type { ArchiveFinder } from '../record/archive-finder.ts';
import {
  appendScript,
  cutPartScript,
  cutScript,
  endScript,
  flushScript,
  noteTimeScript,
  readScript,
  removeLogScript,
  replaceScript,
} from './redis-log-scripts.ts';

/** Logs up to this size, and the last bytes of longer ones, are in Redis; the rest is in files. */
export const maxBytesInRedis = 64 * 1024;

// An unfinished log in Redis is deleted after this time.
const partSeconds = 60 * 60;

/** When the lines from an offset on were written, up to the next time: within a second, or longer ago in a long log. */
export interface LogTime {
  readonly offset: number;
  /** Undefined if that is not known. */
  readonly at: Date | undefined;
}

export interface LogPiece {
  readonly bytes: Buffer;
  /** The size of the whole log in bytes. */
  readonly size: number;
}

export interface RedisLogStoreOptions {
  /** Shared by all processes; without it, all logs are in Redis. */
  readonly folder?: LogFolder | undefined;
  /** Called with each error that cuts off a log. */
  readonly report?: ((error: unknown, what: string) => void) | undefined;
  readonly now?: () => Date;
  /** Where logs are read that the store no longer has. */
  readonly archive?: ArchiveFinder;
}

/**
 * The masked logs of executions, for as long as their records: short ones as Redis strings, long ones in files. Redis
 * determines how many bytes of a file count. All methods throw AppError `store-unavailable`.
 */
export class RedisLogStore {
  readonly #redis: Redis;
  readonly #folder: LogFolder | undefined;
  readonly #report: (error: unknown, what: string) => void;
  readonly #now: () => Date;
  readonly #archive: ArchiveFinder | undefined;

  constructor(
    redis: Redis,
    { folder, report = () => undefined, now = () => new Date(), archive }: RedisLogStoreOptions = {},
  ) {
    this.#redis = redis;
    this.#archive = archive;
    this.#folder = folder;
    this.#report = report;
    this.#now = now;
  }

  /**
   * Replaces an existing log; readers see the whole log or nothing. All pieces are read, even if there is no space to
   * store them: a line in the log then marks where it is cut off.
   */
  async write(executionId: string, pieces: AsyncIterable<string>): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return this.#writeToRedis(executionId, pieces);
    const intake = new LogIntake({
      executionId,
      folder,
      maxWithoutFile: maxBytesInRedis,
      report: this.#report,
    });
    for await (const piece of pieces) await intake.add(Buffer.from(piece));
    const { name, size, text } = await intake.end();
    const keys = { ...keysOf(executionId), execution: redisKey.execution(executionId) };
    const unused = await onRedis(() => replaceScript.run(this.#redis, { ...keys, name, size, text }));
    if (unused !== '') await folder.remove(String(unused));
  }

  /**
   * Adds text to a log that is stored while it is written, by one process at a time. Without space, a line in the log
   * marks the cut, and later text is dropped.
   */
  async append(executionId: string, text: string): Promise<void> {
    await this.#append(executionId, Buffer.from(text), this.#now().getTime());
  }

  /** As `append`, with bytes that can end within a character and were written earlier. */
  async appendBytes(executionId: string, bytes: Buffer): Promise<void> {
    await this.#append(executionId, bytes, 0);
  }

  /**
   * Notes when the bytes from an offset on were written, for a log that is not stored until its end.
   * @param at undefined from where on that is not known
   */
  async noteTime(executionId: string, offset: number, at: Date | undefined): Promise<void> {
    const { logTimes } = keysOf(executionId);
    await onRedis(() => noteTimeScript.run(this.#redis, { logTimes, offset, at: at?.getTime() ?? 0 }));
  }

  /** When a log was written, by offset; of `append` and `end`, it is noted. */
  async times(executionId: string): Promise<readonly LogTime[]> {
    const noted = (await onRedis(() => this.#redis.lrange(keysOf(executionId).logTimes, 0, -1))).map((text) =>
      text.split(' ').map(Number),
    );
    const times = noted.length > 0 ? noted : ((await this.#archive?.find(executionId))?.logTimes ?? []);
    return times.map(([offset = 0, at = 0]) => ({ offset, at: at === 0 ? undefined : new Date(at) }));
  }

  async #append(executionId: string, bytes: Buffer, at: number): Promise<void> {
    await this.#add(executionId, bytes, at).catch((error: unknown) => this.#cut(executionId, memoryFull(error)));
  }

  async #add(executionId: string, bytes: Buffer, at: number): Promise<void> {
    const maxInRedis = this.#folder === undefined ? Number.MAX_SAFE_INTEGER : maxBytesInRedis;
    for (;;) {
      const values = { bytes: bytes.length > maxInRedis ? '' : bytes, size: bytes.length, maxInRedis, at };
      const [outcome, name, size, tail] = (await onRedis(() =>
        appendScript.runForBytes(this.#redis, { ...keysOf(executionId), ...values }),
      )) as [Buffer, Buffer, number, Buffer]; // the reply of our own script
      if (String(outcome) !== 'full') return;
      if (await this.#flush(executionId, String(name), size, [tail, bytes])) return;
    }
  }

  /** Adds the last lines, which must be short. They are kept even if the log is cut off. */
  async end(executionId: string, text: string): Promise<void> {
    await onRedis(() => endScript.run(this.#redis, { ...keysOf(executionId), text, at: this.#now().getTime() }));
  }

  /**
   * Undefined until the log is stored. Only an empty result means the end of the log; fewer bytes than requested do
   * not.
   * @throws {AppError} `files-unavailable` if this process does not have the file of the log
   */
  async read(
    executionId: string,
    { start, bytes }: { readonly start: number; readonly bytes: number },
  ): Promise<LogPiece | undefined> {
    for (let before: string | undefined; ;) {
      const reply = (await onRedis(() =>
        readScript.runForBytes(this.#redis, { ...keysOf(executionId), start, bytes }),
      )) as [Buffer, number, number, Buffer] | null; // the reply of our own script
      if (reply === null) {
        const archived = await this.#archive?.find(executionId);
        return archived && this.#archive?.log?.(archived, { start, bytes });
      }
      const [name, inFile, inRedis, tail] = reply;
      const size = inFile + inRedis;
      if (start >= inFile) return { bytes: tail, size };
      const piece = await this.#folder?.read(String(name), start, Math.min(bytes, inFile - start));
      if (piece !== undefined && piece.length > 0) return { bytes: piece, size };
      // It may have been replaced between the two steps.
      if (String(name) === before) throw fileMissing(executionId, String(name));
      before = String(name);
    }
  }

  /** The size of each log in bytes; 0 for one that is not stored. */
  async sizes(executionIds: readonly string[]): Promise<readonly number[]> {
    return Promise.all(
      executionIds.map(async (id) => {
        const reply = await onRedis(() => readScript.run(this.#redis, { ...keysOf(id), start: 0, bytes: 0 }));
        const [, inFile, inRedis] = (reply ?? ['', 0, 0]) as [string, number, number]; // as above
        return inFile + inRedis;
      }),
    );
  }

  /**
   * Removes a log with its file. Call it before the execution is removed, so that a crash in between leaves no file.
   */
  async remove(executionId: string): Promise<void> {
    const name = await onRedis(() => removeLogScript.run(this.#redis, keysOf(executionId)));
    if (name !== '') await this.#folder?.remove(String(name));
  }

  /** For each file name, whether a log uses it. */
  async inUse(names: readonly string[]): Promise<readonly boolean[]> {
    return Promise.all(
      names.map(async (name) => {
        const id = name.slice(0, name.indexOf('.'));
        return (await onRedis(() => this.#redis.hget(redisKey.executionLogFile(id), 'name'))) === name;
      }),
    );
  }

  async #writeToRedis(executionId: string, pieces: AsyncIterable<string>): Promise<void> {
    const { log, logFile } = keysOf(executionId);
    const part = redisKey.executionLogPart(executionId, String(process.pid));
    let failure: AppError | undefined;
    const keep = async (step: () => Promise<unknown>): Promise<void> => {
      if (failure !== undefined) return;
      await onRedis(step).catch((error: unknown) => (failure = memoryFull(error)));
    };
    await keep(() => this.#redis.set(part, '', 'EX', partSeconds));
    for await (const piece of pieces) await keep(() => this.#redis.append(part, piece));
    if (failure !== undefined) {
      this.#report(failure, `write the log of ${executionId}`);
      const line = cutOffLine(failure);
      await onRedis(() => cutPartScript.run(this.#redis, { log, logFile, part, line }));
      return;
    }
    await onRedis(() => this.#redis.multi().rename(part, log).persist(log).del(logFile).exec());
  }

  async #cut(executionId: string, error: unknown): Promise<void> {
    this.#report(error, `write the log of ${executionId}`);
    await onRedis(() => cutScript.run(this.#redis, { ...keysOf(executionId), line: cutOffLine(error) }));
  }

  /**
   * Moves the bytes in Redis to the file, followed by others.
   * @returns whether nothing else was written in the meantime
   */
  async #flush(executionId: string, known: string, size: number, chunks: readonly Buffer[]): Promise<boolean> {
    const name = known === '' ? LogFolder.newName(executionId) : known;
    const [tail, bytes] = chunks.map(({ length }) => length) as [number, number]; // of two
    try {
      await this.#folder?.write(name, size, chunks);
    } catch (error) {
      await this.#cut(executionId, error);
      return true;
    }
    const values = { name, sizeBefore: size, size: size + tail + bytes, bytesInRedis: tail };
    return (await onRedis(() => flushScript.run(this.#redis, { ...keysOf(executionId), ...values }))) === 1;
  }
}

/** The error of a Redis whose memory is full. @throws any other error */
function memoryFull(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'insufficient-storage') return error;
  throw error;
}

function keysOf(id: string): { readonly log: string; readonly logFile: string; readonly logTimes: string } {
  return {
    log: redisKey.executionLog(id),
    logFile: redisKey.executionLogFile(id),
    logTimes: redisKey.executionLogTimes(id),
  };
}

function fileMissing(executionId: string, name: string): AppError {
  const cause = new Error(`The file ${name} is not in the folder logs of FLOWGATE_FILES`);
  return new AppError(
    'files-unavailable',
    `The log of the execution ${executionId} is in a file that this process cannot find. All processes on one Redis must share the folder FLOWGATE_FILES.`,
    {},
    { cause },
  );
}

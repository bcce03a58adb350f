import { randomBytes } from 'node:crypto';
import { constants, mkdir, open, opendir, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../base/problem/app-error.ts';
import { filesUnavailable } from '../../files/file-folder.ts';
import { freeSpace } from '../../files/space-guard.ts';

/**
 * The files of long logs, in a folder that all processes share. The store determines how many bytes of a file count, so
 * bytes that a crash leaves are never shown. Files with other names are not touched.
 */
export class LogFolder {
  readonly #path: string;
  readonly #reserve: number;

  /** @param options reserve: bytes of the disk that logs leave free for others, such as Redis; none by default */
  constructor(path: string, options: { readonly reserve?: number } = {}) {
    this.#path = path;
    this.#reserve = options.reserve ?? 0;
  }

  /** A name that is never reused. */
  static newName(executionId: string): string {
    return `${executionId}.${randomBytes(8).toString('hex')}`;
  }

  /**
   * Writes bytes at an offset of a file, which is created if needed; they are on the disk when it resolves. If it
   * fails, the file keeps its earlier bytes, or is removed if there were none.
   * @throws errors of the file system
   */
  async write(name: string, start: number, chunks: readonly Buffer[]): Promise<void> {
    try {
      await this.#requireSpace(chunks.reduce((sum, { length }) => sum + length, 0));
      const file = await this.#openToWrite(name);
      try {
        await writeAll(file, start, chunks);
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch (error) {
      // Bytes of a failed write take space from others; if they cannot be removed, they are swept or overwritten.
      const path = this.#file(name);
      await (start === 0 ? rm(path, { force: true }) : truncate(path, start)).catch(() => undefined);
      throw error;
    }
  }

  /** Returns at most this many bytes; undefined if there is no such file. @throws {AppError} `files-unavailable` */
  async read(name: string, start: number, bytes: number): Promise<Buffer | undefined> {
    try {
      const file = await open(this.#file(name));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, start);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // Node's own errors have a code
      throw filesUnavailable(error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  /** The names of all files, in batches. */
  async *names(): AsyncGenerator<readonly string[]> {
    const folder = await opendir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (folder === undefined) return;
    let batch: string[] = [];
    for await (const { name } of folder) {
      if (!namePattern.test(name)) continue;
      batch.push(name);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  /** When a file was last written; undefined if it was removed. */
  async changedAt(name: string): Promise<Date | undefined> {
    return (await stat(this.#file(name)).catch(() => undefined))?.mtime;
  }

  /** The store is not trusted to name only log files. @throws {AppError} `files-unavailable` */
  #file(name: string): string {
    if (namePattern.test(name)) return join(this.#path, name);
    const cause = new Error(`${JSON.stringify(name.slice(0, 100))} is not the name of a file of a log`);
    throw new AppError('files-unavailable', 'The store names a file that is not a log.', {}, { cause });
  }

  async #requireSpace(bytes: number): Promise<void> {
    if (this.#reserve === 0 || (await freeSpace(this.#path)) >= bytes + this.#reserve) return;
    throw Object.assign(new Error(`ENOSPC: logs leave ${this.#reserve} bytes of the disk free`), { code: 'ENOSPC' });
  }

  /** Readable only by Flowgate's own user. */
  async #openToWrite(name: string): Promise<FileHandle> {
    const create = () => open(this.#file(name), constants.O_WRONLY | constants.O_CREAT, 0o600);
    return create().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      return create();
    });
  }
}

const namePattern = /^[0-9A-Z]+\.[0-9a-f]{16}$/;
const batchSize = 500;

/** The system may write fewer bytes than requested. */
async function writeAll(file: FileHandle, start: number, chunks: readonly Buffer[]): Promise<void> {
  for (let position = start, rest = [...chunks]; rest.length > 0;) {
    let { bytesWritten } = await file.writev(rest, position);
    position += bytesWritten;
    while (rest[0] !== undefined && bytesWritten >= rest[0].length) {
      bytesWritten -= rest[0].length;
      rest = rest.slice(1);
    }
    if (rest[0] !== undefined) rest[0] = rest[0].subarray(bytesWritten);
  }
}

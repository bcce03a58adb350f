import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../base/problem/app-error.ts';
import { freeSpace } from '../files/space-guard.ts';
import { archiveDamaged, objectTooLarge } from './archive-damaged.ts';
import {
  archiveUnavailable,
  maxObjectBytes,
  requireObjectName,
  type Archive,
  type ByteRange,
  type OpenObject,
} from './archive.ts';

export interface FolderArchiveOptions {
  /** Absolute. It must exist: a folder whose disk is not mounted must not be filled. */
  readonly folder: string;
  /** Bytes of the disk that objects leave free. */
  readonly reserve: number;
}

const batchSize = 1_000;
const hour = 60 * 60 * 1000;

/** An archive in a folder that all processes share: one file for each object. */
export class FolderArchive implements Archive {
  readonly place: string;
  readonly #reserve: number;
  /** What is not complete yet. */
  readonly #parts: string;
  #cleanedAt = -Infinity;

  constructor({ folder, reserve }: FolderArchiveOptions) {
    this.place = folder;
    this.#reserve = reserve;
    this.#parts = join(folder, 'partial');
  }

  put(name: string, content: Buffer): Promise<void> {
    return this.#write(name, content.length, (file) => file.writeFile(content));
  }

  async putFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#write(name, size, async (file) => {
      for await (const chunk of createReadStream(path)) await file.appendFile(chunk as Buffer); // a stream of bytes
    });
  }

  async get(name: string, range?: ByteRange): Promise<Buffer | undefined> {
    return reported(async () => {
      const file = await this.#opened(name);
      if (file === undefined) return undefined;
      try {
        const { start, bytes } = range ?? { start: 0, bytes: (await file.stat()).size };
        if (bytes > maxObjectBytes) throw objectTooLarge(name);
        const buffer = Buffer.alloc(bytes);
        let read = 0;
        for (let isEnd = false; read < bytes && !isEnd;) {
          const { bytesRead } = await file.read(buffer, read, bytes - read, start + read);
          read += bytesRead;
          isEnd = bytesRead === 0;
        }
        return buffer.subarray(0, read);
      } finally {
        await file.close();
      }
    });
  }

  async open(name: string): Promise<OpenObject | undefined> {
    return reported(async () => {
      const file = await this.#opened(name);
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { stream: Readable.from(chunksOf(file.createReadStream()), { objectMode: false }), size };
    });
  }

  async *list(folder: string): AsyncGenerator<readonly string[]> {
    const names = await this.#namesIn(folder);
    for (let start = 0; start < names.length; start += batchSize)
      yield names.slice(start, start + batchSize).map((name) => `${folder}/${name}`);
  }

  async remove(names: readonly string[]): Promise<void> {
    await reported(async () => {
      await this.#requireRoot();
      await Promise.all(names.map((name) => rm(this.#path(name), { force: true })));
    });
  }

  async removeAll(folder: string): Promise<void> {
    await reported(async () => {
      await this.#requireRoot();
      await rm(this.#path(folder), { recursive: true, force: true });
    });
  }

  async #namesIn(folder: string): Promise<readonly string[]> {
    return reported(async () => {
      await this.#requireRoot();
      const entries = await readdir(this.#path(folder), { withFileTypes: true }).catch(ifMissing([]));
      const files = entries.filter((entry) => entry.isFile());
      return files.map(({ name }) => name).toSorted();
    });
  }

  /** Written elsewhere and renamed: a crash leaves nothing under the name. */
  async #write(name: string, size: number, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
    await reported(async () => {
      await this.#requireRoot();
      await this.#requireSpace(size);
      await this.#removeOldParts();
      const path = this.#path(name);
      const part = join(this.#parts, randomBytes(8).toString('hex'));
      try {
        // Readable only by Flowgate's own user, because logs may be confidential.
        const file = await inNewFolder(this.#parts, () => open(part, 'wx', 0o600));
        try {
          await fill(file);
          await file.sync();
        } finally {
          await file.close();
        }
        await inNewFolder(dirname(path), () => rename(part, path));
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined); // without a disk, nothing is left either
        throw error;
      }
    });
  }

  /** Removes what killed processes have left, once an hour. */
  async #removeOldParts(): Promise<void> {
    const now = Date.now();
    if (now - this.#cleanedAt < hour) return;
    this.#cleanedAt = now;
    for (const name of await readdir(this.#parts).catch(ifMissing([]))) {
      const part = join(this.#parts, name);
      const found = await stat(part).catch(ifMissing(undefined));
      if (found !== undefined && now - found.mtimeMs > hour) await rm(part, { force: true });
    }
  }

  /**
   * Others may be able to write to the folder: a link would let them read what Flowgate can read, and opening a pipe
   * waits for its writer.
   */
  async #opened(name: string): Promise<FileHandle | undefined> {
    const path = this.#path(name);
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
      .catch((error: unknown) => {
        throw isLink(error) ? archiveDamaged(name, 'is a link') : error;
      })
      .catch(ifMissing(undefined));
    // A missing object is an answer, a missing disk is not.
    if (file === undefined) return this.#requireRoot();
    const [isFile, folder, root] = await Promise.all([
      file.stat().then((found) => found.isFile()),
      realpath(dirname(path)),
      realpath(this.place),
    ]);
    if (isFile && (folder === root || folder.startsWith(`${root}${sep}`))) return file;
    await file.close();
    throw archiveDamaged(name, 'is not a file of the archive');
  }

  async #requireRoot(): Promise<undefined> {
    await stat(this.place);
  }

  async #requireSpace(bytes: number): Promise<void> {
    const free = await freeSpace(this.place);
    if (free >= bytes + this.#reserve) return;
    const cause = new Error(`${this.place} has ${free} bytes free; the archive leaves ${this.#reserve}`);
    throw archiveUnavailable('its disk is nearly full', cause);
  }

  #path(name: string): string {
    return join(this.place, requireObjectName(name));
  }
}

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer; // a stream of bytes
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Makes the folder that a step needs, if it is missing. */
async function inNewFolder<Result>(folder: string, step: () => Promise<Result>): Promise<Result> {
  return step().catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
    return step();
  });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** Whether opening with `O_NOFOLLOW` failed because the file is a link. */
function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ELOOP';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function ifMissing<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (isMissing(error)) return fallback;
    throw error;
  };
}

async function reported<Result>(step: () => Promise<Result>): Promise<Result> {
  return step().catch((error: unknown) => {
    throw asUnavailable(error);
  });
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  return archiveUnavailable(isMissing(error) ? 'its folder is missing' : String(error.code), error);
}

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/problem/app-error.ts';

/** Bytes at a temporary path. */
export interface ReceivedBytes {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export interface FolderEntry {
  readonly name: string;
  /** Whether the bytes were received but not kept yet; otherwise the name comes from `contentName`. */
  readonly isTemporary: boolean;
  readonly modifiedAt: Date;
}

/** The stream exceeded the limit; the bytes received so far were removed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** Begins with the SHA-256 of the content; no name is used twice, so removing an old file cannot remove a new one. */
export function contentName(sha256: string): string {
  return `${sha256}.${randomBytes(8).toString('hex')}`;
}

/** The SHA-256 in a name created by `contentName`. */
export function hashInName(name: string): string {
  return name.slice(0, 64);
}

/** A folder with the contents of files. Items with other names are not touched. */
export class FileFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Writes a stream to the disk. If this fails, nothing is left.
   * @param options `limit`: max bytes; `admit`: awaited before that many further bytes are written
   * @throws {FileTooLarge} as soon as the limit is exceeded; {AppError} `files-unavailable`, `insufficient-storage`;
   * errors of `admit` and of the stream
   */
  async receive(
    source: Readable,
    { limit, admit }: { readonly limit: number; readonly admit: (bytes: number) => Promise<void> },
  ): Promise<ReceivedBytes> {
    const path = join(this.#path, `${randomBytes(16).toString('hex')}.part`);
    const digest = createHash('sha256');
    let size = 0;
    async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit) throw new FileTooLarge();
        await admit(chunk.length);
        digest.update(chunk);
        yield chunk;
      }
    }
    try {
      const file = await this.#create(path);
      await pipeline(source, measured, file.createWriteStream({ flush: true }));
    } catch (error) {
      source.destroy();
      await rm(path, { force: true }).catch(() => undefined); // left to the sweeper
      throw filesUnavailable(error);
    }
    return { path, size, sha256: digest.digest('hex') };
  }

  /**
   * Moves received bytes to a permanent name; they are on the disk when it resolves.
   * @throws {AppError} `files-unavailable`
   */
  async place(path: string, name: string): Promise<void> {
    try {
      await rename(path, join(this.#path, name));
      const folder = await open(this.#path);
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      throw filesUnavailable(error);
    }
  }

  /** @returns undefined if the file does not exist @throws {AppError} `files-unavailable` */
  async open(name: string): Promise<FileHandle | undefined> {
    try {
      return await open(join(this.#path, name));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw filesUnavailable(error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#path, name), { force: true });
  }

  /** The files that Flowgate itself created. */
  async list(): Promise<readonly FolderEntry[]> {
    const names = await readdir(this.#path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const own = names.filter((name) => /^([0-9a-f]{64}\.[0-9a-f]{16}|[0-9a-f]{32}\.part)$/.test(name));
    const entries = await Promise.all(own.map((name) => this.#entry(name)));
    return entries.filter((entry) => entry !== undefined);
  }

  async #entry(name: string): Promise<FolderEntry | undefined> {
    const found = await stat(join(this.#path, name)).catch(() => undefined); // another gateway has removed it
    return found && { name, isTemporary: name.endsWith('.part'), modifiedAt: found.mtime };
  }

  /** Readable only by Flowgate's own user, because files may be confidential. */
  async #create(path: string): Promise<FileHandle> {
    const create = () => open(path, 'wx', 0o600);
    return create().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      return create();
    });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Converts an error of the file system into one that a client can understand; others are returned unchanged. */
export function filesUnavailable(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('insufficient-storage', 'The disk for files is full.', {}, { cause: error });
  return new AppError('files-unavailable', `The folder for files is not available: ${code}.`, {}, { cause: error });
}

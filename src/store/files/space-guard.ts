import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../base/problem/app-error.ts';
import type { ChangeKind, StorageGuard } from '../redis/storage-guard.ts';
import { filesUnavailable } from './file-folder.ts';

export interface SpaceGuardOptions {
  /** Absolute path; shown only to operators. */
  readonly folder: string;
  /** Bytes that changes must leave free. */
  readonly minimum: number;
  /** Returns how many bytes can still be written to the folder's disk; asks the file system by default. */
  readonly freeSpace?: () => Promise<number>;
}

// Operations that free space need a little space first.
const cleanUpBytes = 1024 * 1024;

/**
 * Rejects changes before the disk of a folder is full: a Redis that syncs every write exits when it cannot write, and
 * then even reads would fail.
 */
export class SpaceGuard implements StorageGuard {
  readonly #options: SpaceGuardOptions;
  #looking: Promise<number> | undefined;

  constructor(options: SpaceGuardOptions) {
    this.#options = options;
  }

  /** @throws {AppError} `insufficient-storage`, whose cause names the folder */
  async requireSpace(kind: ChangeKind = 'change'): Promise<void> {
    const { folder } = this.#options;
    const isChange = kind === 'change';
    const minimum = isChange ? this.#options.minimum : Math.min(this.#options.minimum, cleanUpBytes);
    const free = await this.#free();
    if (free >= minimum) return;
    const detail = isChange
      ? 'Changes are not possible because the disk of Flowgate is nearly full. Reading, deleting and stopping still work.'
      : 'The disk of Flowgate is full, so even deleting and stopping are not possible. Reading still works.';
    const cause = new Error(
      `The disk of the data folder ${folder} has ${free} bytes free; changes must leave ${this.#options.minimum}, a quarter of FLOWGATE_MIN_FREE_BYTES`,
    );
    throw new AppError('insufficient-storage', detail, {}, { cause });
  }

  /** Concurrent calls share one check; if the file system does not answer, nothing is rejected. */
  #free(): Promise<number> {
    const look = this.#options.freeSpace ?? (() => freeSpace(this.#options.folder));
    this.#looking ??= look()
      .catch(() => Infinity)
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }
}

/**
 * The bytes that this user can still write to the volume of a folder, which may not exist yet.
 * @returns Infinity if the file system does not report it @throws {AppError} `files-unavailable`
 */
export async function freeSpace(folder: string): Promise<number> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && dirname(folder) !== folder) return freeSpace(dirname(folder));
    throw filesUnavailable(error);
  }
}

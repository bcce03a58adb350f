import { AppError } from '../../problem/app-error.ts';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { filesUnavailable } from './file-folder.ts';

export interface SpaceGuardOptions {
  /** Absolute path; named to operators only. */
  readonly folder: string;
  /** How many bytes changes leave free. */
  readonly minimum: number;
  /** Bytes that can still be written to the disk of the folder; asks the file system when absent. */
  readonly freeSpace?: () => Promise<number>;
}

// What makes room takes a little of it first.
const cleanUpBytes = 1024 * 1024;

/**
 * Rejects changes before the disk of a folder is full: a Redis that syncs every write ends when it cannot write, and reads
 * would end with it.
 */
export class SpaceGuard {
  readonly #options: SpaceGuardOptions;
  #looking: Promise<number> | undefined;

  constructor(options: SpaceGuardOptions) {
    this.#options = options;
  }

  /** @throws {AppError} `insufficient-storage`, whose cause names the folder */
  async demandSpace(kind: 'change' | 'clean-up' = 'change'): Promise<void> {
    const { folder } = this.#options;
    const isChange = kind === 'change';
    const minimum = isChange ? this.#options.minimum : Math.min(this.#options.minimum, cleanUpBytes);
    const free = await this.#free();
    if (free >= minimum) return;
    const detail = isChange
      ? 'There is no room for changes: the disk of Flowgate is nearly full. Reading, deleting and stopping still work.'
      : 'There is no room left, not even for deleting and stopping: the disk of Flowgate is full. Reading still works.';
    const cause = new Error(
      `The disk of the data folder ${folder} has ${free} bytes free; changes leave ${this.#options.minimum}, a quarter of FLOWGATE_MIN_FREE_BYTES`,
    );
    throw new AppError('insufficient-storage', detail, {}, { cause });
  }

  /** Calls at the same time share one look; a file system that does not answer rejects nothing. */
  #free(): Promise<number> {
    const look = this.#options.freeSpace ?? (() => freeSpace(this.#options.folder));
    this.#looking ??= look()
      .catch(() => Infinity)
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }
}

/**
 * The bytes that this user can still write to the volume of a folder, which need not be there yet.
 * @returns Infinity for a file system that does not know @throws {AppError} `files-unavailable`
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

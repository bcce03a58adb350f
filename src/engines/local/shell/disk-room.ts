import { freeSpace as freeSpaceOf } from '../../../store/files/space-guard.ts';

export interface DiskRoomOptions {
  /** Bytes that copies leave free. */
  readonly reserve: number;
  /** Bytes that can still be written to the disk of a folder; queries the file system by default. */
  readonly freeSpace?: (folder: string) => Promise<number>;
}

/** Space for one copy. */
export interface TakenRoom {
  /** Records written bytes, which the file system now counts. */
  written(bytes: number): void;
  /** Releases the rest. */
  release(): void;
}

/** There is not enough space for a copy. */
export class NoRoom extends Error {}

/**
 * The space for copies on a disk, which is reserved before they begin: a copy that fills the disk would make others
 * fail, too. All copies of a process share one instance, and each counts with its whole size, even if the file is
 * sparse.
 */
export class DiskRoom {
  readonly #options: DiskRoomOptions;
  /** Bytes that copies in progress have not written yet. */
  #taken = 0;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
  }

  /**
   * @param folder exists, on the disk
   * @throws {NoRoom} with the reason
   */
  async take(folder: string, bytes: number): Promise<TakenRoom> {
    const { reserve, freeSpace = freeSpaceOf } = this.#options;
    // A file system that does not respond is no reason to reject anything.
    const free = await freeSpace(folder).catch(() => Infinity);
    const left = Math.max(0, free - reserve - this.#taken);
    if (bytes > left) throw new NoRoom(`the disk of Flowgate has space for ${left} bytes of output files`);
    let rest = bytes;
    const give = (amount: number): void => {
      const freed = Math.min(amount, rest);
      rest -= freed;
      this.#taken -= freed;
    };
    this.#taken += bytes;
    return { written: give, release: () => give(rest) };
  }
}

import type { LogFolder } from './log-folder.ts';

export interface LogSweeperDeps {
  readonly folder: LogFolder;
  /** For each name, whether it is the file of a log. */
  readonly inUse: (names: readonly string[]) => Promise<readonly boolean[]>;
  /** Moves logs that belong in files to files. */
  readonly move: () => Promise<unknown>;
  readonly now: () => Date;
}

// Longer than the interval between two writes to any log.
const oldestOrphan = 60 * 60 * 1000;

/**
 * Removes files that a crash or a removed execution left behind, and once moves logs that are not yet in files. Several
 * processes may sweep at once.
 */
export class LogSweeper {
  readonly #deps: LogSweeperDeps;
  #hasMoved = false;

  constructor(deps: LogSweeperDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `store-unavailable`; errors of the file system */
  async sweep(): Promise<void> {
    const { folder, inUse, move, now } = this.#deps;
    if (!this.#hasMoved) await move();
    this.#hasMoved = true;
    for await (const names of folder.names()) {
      const used = await inUse(names);
      for (const name of names.filter((_, index) => used[index] !== true)) {
        const changedAt = await folder.changedAt(name);
        if (changedAt !== undefined && now().getTime() - changedAt.getTime() >= oldestOrphan) await folder.remove(name);
      }
    }
  }
}

import { UsageError, type Terminal } from '../terminal.ts';
import { FileWatch } from './file-watch.ts';

/** A result, and the files that it depends on. */
export interface FileResult<Result> {
  readonly result: Result;
  /** Absolute. */
  readonly paths: readonly string[];
}

export interface RepeatOptions {
  readonly terminal: Terminal;
  /** Ends the repetition. */
  readonly stop: AbortSignal;
  /** The folders in which new files count, at this moment. */
  readonly folders: () => readonly string[];
}

/**
 * Does work again whenever a file that it depends on has changed, until it is stopped. While files cannot be used, the
 * reason is printed, and the earlier result stays.
 * @returns the last result
 * @throws {UsageError} if standard output is not a terminal, or the first run cannot be done
 */
export async function repeatOnChange<Result>(
  work: () => Promise<FileResult<Result>>,
  { terminal, stop, folders }: RepeatOptions,
): Promise<Result> {
  if (!terminal.stdout.isTTY) throw new UsageError('--watch needs a terminal.');
  const watch = new FileWatch();
  try {
    watch.follow({ files: [], folders: folders() });
    let last = await work();
    while (!stop.aborted) {
      watch.follow({ files: last.paths, folders: folders() });
      terminal.stderr.write('Waiting for a file to change; Ctrl-C ends.\n');
      await watch.change(stop);
      if (stop.aborted) break;
      terminal.stdout.clear();
      last = await again(work, last, terminal);
    }
    return last.result;
  } finally {
    watch.close();
  }
}

async function again<Result>(
  work: () => Promise<FileResult<Result>>,
  last: FileResult<Result>,
  { stderr }: Terminal,
): Promise<FileResult<Result>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`flowgate: ${error.message}\n`);
    return last;
  }
}

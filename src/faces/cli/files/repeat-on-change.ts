import { interruptible, isUserError, UsageError, type Terminal } from '../terminal.ts';
import { FileWatch } from './file-watch.ts';

/** A result, and the files that it depends on. */
export interface FileResult<Result> {
  readonly result: Result;
  /** Absolute. */
  readonly paths: readonly string[];
}

export interface RepeatOptions {
  readonly terminal: Terminal;
  /** Whether to repeat the work. */
  readonly watch: boolean;
  /** The folders in which new files count, at this moment. */
  readonly folders: () => readonly string[];
}

/**
 * Does work; with `watch`, again whenever a file that it depends on has changed, until Ctrl-C. While files cannot be
 * used, prints the reason and keeps the earlier result.
 * @returns the last result; undefined after Ctrl-C
 * @throws {UsageError} if `watch` has no terminal, or the first run fails
 */
export async function repeatOnChange<Result>(
  work: (stop: AbortSignal) => Promise<FileResult<Result>>,
  { terminal, watch, folders }: RepeatOptions,
): Promise<Result | undefined> {
  if (watch && !terminal.stdout.isTTY) throw new UsageError('--watch needs a terminal.');
  const files = new FileWatch();
  const next = async (last: FileResult<Result>, stop: AbortSignal) => {
    files.follow({ files: last.paths, folders: folders() });
    terminal.stderr.write('Waiting for file changes; press Ctrl-C to stop.\n');
    await files.change(stop);
    if (stop.aborted) return last;
    terminal.stdout.clear();
    return work(stop).catch((error: unknown) => {
      if (!isUserError(error)) throw error;
      terminal.stderr.writeMessage(error.message);
      return last;
    });
  };
  try {
    return await interruptible(terminal.onInterrupt, async (stop) => {
      if (watch) files.follow({ files: [], folders: folders() });
      let last = await work(stop);
      if (watch) while (!stop.aborted) last = await next(last, stop);
      return stop.aborted ? undefined : last.result;
    });
  } finally {
    files.close();
  }
}

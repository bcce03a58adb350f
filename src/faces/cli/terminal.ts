import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../base/config/environment.ts';
import { isOperatorError } from '../../base/problem/operator-error.ts';
import type { Printer, TextSink } from './printer.ts';

/** The parts of the process that a command may use. */
export interface Terminal {
  readonly environment: Environment;
  /** Absolute path; relative file names are resolved against it. */
  readonly workingDirectory: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Results, for other programs to read. */
  readonly stdout: Printer;
  /** Standard output for bytes; it is not ended. */
  readonly binaryStdout: Writable;
  /** Messages for people. */
  readonly stderr: Printer;
  /**
   * Makes Ctrl-C call the listener once instead of ending the process.
   * @returns a function that removes the listener
   */
  onInterrupt(listener: () => void): () => void;
  /**
   * Makes each Ctrl-C, SIGTERM and SIGHUP call the listener instead of ending the process. Once standard output is
   * closed, as by `| head`, the listener is called as well.
   * @returns a function that removes the listener
   */
  onStop(listener: () => void): () => void;
  /** Runs the server until the process is asked to stop. */
  serve(): Promise<void>;
}

/** The process that runs the command line. */
export interface Process extends Omit<Terminal, 'stdout' | 'stderr'> {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
}

/** Thrown when a command cannot do its work; the message is one sentence for the user. */
export class UsageError extends Error {}

/** The errors of other parts of Flowgate that the user of the command line can correct. */
const correctableErrors: ReadonlySet<string> = new Set(['FlowFilesError', 'TaskModuleDefect']);

/** Whether an error has a message for the user, who needs no stack. */
export function isUserError(error: unknown): error is Error {
  if (error instanceof UsageError || isOperatorError(error)) return true;
  return error instanceof Error && correctableErrors.has(error.name);
}

/**
 * Does work that Ctrl-C aborts through its signal.
 * @param listen how to notice it: `onInterrupt` or `onStop` of the terminal
 */
export async function interruptible<Result>(
  listen: Terminal['onInterrupt'],
  work: (interruption: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const removeListener = listen(() => interruption.abort());
  try {
    return await work(interruption.signal);
  } finally {
    removeListener();
  }
}

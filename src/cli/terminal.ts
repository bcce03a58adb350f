import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config/environment.ts';
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

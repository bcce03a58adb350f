import type { Readable } from 'node:stream';
import type { Environment } from '../config/environment-reader.ts';
import type { Printer } from './printer.ts';

/** One word behind `flowgate`. */
export interface Command {
  readonly name: string;
  /** A few words for the list of commands. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /**
   * @param args what stands behind the command's name
   * @throws {UsageError} when they cannot be used
   */
  run(args: readonly string[], terminal: Terminal): Promise<ExitStatus>;
}

/**
 * 0 is success, 1 a document with errors, rejected or different, an execution that failed, or what is not there or not
 * permitted; 2 a call that cannot be served: usage, configuration, files, server; 3 an execution that was stopped; 130 an end by Ctrl-C.
 */
export type ExitStatus = 0 | 1 | 2 | 3 | 130;

/** What a command may touch of the process around it. */
export interface Terminal {
  readonly environment: Environment;
  /** Absolute path that relative file names start from. */
  readonly workingDirectory: string;
  readonly stdin: Readable;
  /** Results, for other programs to read. */
  readonly stdout: Printer;
  /** Remarks for people. */
  readonly stderr: Printer;
  /** Has Ctrl-C call the listener, once, instead of ending the process. @returns what takes that back */
  onInterrupt(listener: () => void): () => void;
  /** Runs the server until the process is told to stop. */
  serve(): Promise<void>;
}

/** The process as the command line finds it. */
export interface Process extends Omit<Terminal, 'stdout' | 'stderr'> {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
}

export interface TextSink {
  write(text: string): unknown;
  /** Whether a person reads it as it comes. */
  readonly isTTY?: boolean;
}

/** Thrown when a call cannot be served as it was given; the message is one sentence for the caller. */
export class UsageError extends Error {}

/** Stores the masked logs of ended executions, for as long as their records. */
export interface LogStore {
  /** Replaces an existing log; readers see the whole log or nothing. */
  write(executionId: string, pieces: AsyncIterable<string>): Promise<void>;
  /** Adds text to a log that is stored while it is written. */
  append(executionId: string, text: string): Promise<void>;
  /** Undefined until the log is stored. */
  read(executionId: string, range: { readonly start: number; readonly bytes: number }): Promise<LogPiece | undefined>;
}

export interface LogPiece {
  readonly bytes: Buffer;
  /** The size of the whole log in bytes. */
  readonly size: number;
}

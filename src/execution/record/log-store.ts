/** Keeps the logs of executions that have ended, masked, for as long as their records. */
export interface LogStore {
  /** Replaces whatever there is; the log is there as a whole or not at all. */
  write(executionId: string, pieces: AsyncIterable<string>): Promise<void>;
  /** Undefined while the log has not been taken in. */
  read(executionId: string, range: { readonly start: number; readonly bytes: number }): Promise<LogPiece | undefined>;
}

export interface LogPiece {
  readonly bytes: Buffer;
  /** Of the whole log, in bytes. */
  readonly size: number;
}

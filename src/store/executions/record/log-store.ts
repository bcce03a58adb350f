/** Stores the masked logs of executions, for as long as their records. All methods throw AppError `store-unavailable`. */
export interface LogStore {
  /**
   * Replaces an existing log; readers see the whole log or nothing. All pieces are read, even if there is no space to
   * store them: a line in the log then marks where it is cut off.
   */
  write(executionId: string, pieces: AsyncIterable<string>): Promise<void>;
  /**
   * Adds text to a log that is stored while it is written, by one process at a time. Without space, a line in the log
   * marks the cut, and later text is dropped.
   */
  append(executionId: string, text: string): Promise<void>;
  /**
   * Notes when the bytes from an offset on were written, for a log that is not stored until its end.
   * @param at undefined from where on that is not known
   */
  noteTime(executionId: string, offset: number, at: Date | undefined): Promise<void>;
  /** When a log was written, by offset; of `append` and `end`, it is noted. */
  times(executionId: string): Promise<readonly LogTime[]>;
  /** Adds the last lines, which must be short. They are kept even if the log is cut off. */
  end(executionId: string, text: string): Promise<void>;
  /**
   * Undefined until the log is stored. Only an empty result means the end of the log; fewer bytes than requested do
   * not.
   * @throws {AppError} `files-unavailable` if this process does not have the file of the log
   */
  read(executionId: string, range: { readonly start: number; readonly bytes: number }): Promise<LogPiece | undefined>;
  /** The size of each log in bytes; 0 for one that is not stored. */
  sizes(executionIds: readonly string[]): Promise<readonly number[]>;
  /**
   * Removes a log with its file. Call it before the execution is removed, so that a crash in between leaves no file.
   */
  remove(executionId: string): Promise<void>;
}

/** When the lines from an offset on were written, up to the next time: within a second, or longer ago in a long log. */
export interface LogTime {
  readonly offset: number;
  /** Undefined if that is not known. */
  readonly at: Date | undefined;
}

export interface LogPiece {
  readonly bytes: Buffer;
  /** The size of the whole log in bytes. */
  readonly size: number;
}

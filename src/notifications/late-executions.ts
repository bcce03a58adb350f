/** When executions are late for someone. Methods throw AppError `store-unavailable`. */
export interface LateExecutions {
  add(late: LateExecution, due: Date): Promise<void>;
  /** Those that are due, the first ones first. */
  due(now: Date, limit: number): Promise<readonly LateExecution[]>;
  remove(late: LateExecution): Promise<void>;
}

export interface LateExecution {
  readonly executionId: string;
  /** The `after` of a rule, in seconds. */
  readonly seconds: number;
}

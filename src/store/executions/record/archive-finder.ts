import type { ArchivedExecution } from './archived-execution.ts';

/** Finds archived executions, so that the stores of executions and logs read them like all others. */
export interface ArchiveFinder {
  /**
   * @returns undefined for an execution that is not archived
   * @throws {AppError} `archive-unavailable`, `archive-damaged`, `store-unavailable`
   */
  find(id: string): Promise<ArchivedExecution | undefined>;
  /** As `RedisLogStore.read`. @throws {AppError} `archive-unavailable`, `archive-damaged` */
  log?(
    archived: ArchivedExecution,
    range: { readonly start: number; readonly bytes: number },
  ): Promise<{ readonly bytes: Buffer; readonly size: number } | undefined>;
}

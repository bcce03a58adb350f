import type { EndedExecution } from '../../../lifecycle/execution-record.ts';

/** The store's part of archived executions: what lists show of them. All methods throw AppError `store-unavailable`. */
export interface ArchiveMarks {
  /**
   * Replaces the record and the log of an ended execution in one atomic step. Does nothing if it no longer exists, or
   * was archived before.
   * @returns the name of the file of its log, which is no longer used; '' without one
   */
  mark(record: EndedExecution): Promise<{ readonly outcome: 'archived' | 'missing'; readonly logFile: string }>;
  /** What the store has of an execution. */
  find(id: string): Promise<'record' | 'archived' | 'nothing'>;
  /** Removes what lists show. @param record as lists show it; other fields are not needed */
  remove(record: EndedExecution): Promise<void>;
  /** Ended executions that are not archived, the first accepted ones first. @param to before this time */
  unarchived(page: { readonly to: Date; readonly limit: number; readonly after?: string }): Promise<readonly string[]>;
  /** The ids of archived executions, the first accepted ones first. */
  archived(page: { readonly limit: number; readonly after?: string }): Promise<readonly string[]>;
  /** What lists show of those of some executions that are archived, by id. */
  summaries(ids: readonly string[]): Promise<ReadonlyMap<string, EndedExecution>>;
  /** How many ended executions that were accepted before a time are not archived. */
  countUnarchived(to: Date): Promise<number>;
  /** How many archived executions are in the store. */
  countArchived(): Promise<number>;
}

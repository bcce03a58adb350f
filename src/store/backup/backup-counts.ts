import type { BackupRecord } from './backup-record.ts';

/** How many of each a backup has. */
export interface BackupCounts {
  readonly flows: number;
  readonly revisions: number;
  readonly executions: number;
  readonly files: number;
}

/** Counts the records of a backup, without those that a later one makes void. */
export class BackupCounter {
  readonly #counts = { flows: 0, revisions: 0, executions: 0, files: 0 };
  /** The revisions read so far of the flow that comes next. */
  #revisions = 0;

  get counts(): BackupCounts {
    return { ...this.#counts };
  }

  add(record: BackupRecord): void {
    if ('revisions' in record) this.#revisions += record.revisions.entries.length;
    if ('flow' in record) {
      this.#counts.flows += 1;
      this.#counts.revisions += this.#revisions;
    }
    if ('flow' in record || 'discard' in record) this.#revisions = 0;
    if ('execution' in record || 'archived' in record) this.#counts.executions += 1;
    if ('file' in record || 'artifact' in record) this.#counts.files += 1;
  }
}

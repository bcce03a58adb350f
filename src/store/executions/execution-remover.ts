import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { archiveNotConfigured } from '../archive/archive.ts';
import type { ExecutionPorts } from './execution-ports.ts';
import { folderOf, tombstone } from './record/archived-execution.ts';
import type { RedisArchiveMarks } from './redis/redis-archive-marks.ts';

type Removed = Pick<ExecutionRecord, 'id' | 'archivedAt'> & Parameters<RedisArchiveMarks['remove']>[0];

/** Removes ended executions and all their data in Flowgate. */
export class ExecutionRemover {
  readonly #deps;

  constructor(deps: Pick<ExecutionPorts, 'store' | 'logs' | 'artifacts' | 'marks' | 'archive'>) {
    this.#deps = deps;
  }

  /** Removes an execution from the store; in the archive, it stays. @throws {AppError} store-unavailable */
  async remove(record: Removed): Promise<void> {
    const { store, logs, artifacts, marks } = this.#deps;
    const { id } = record;
    if (record.archivedAt === undefined) {
      await logs.remove(id);
      await store.remove(id);
    } else await marks.remove(record);
    // Artifacts on another machine, and files that cannot be removed now, are swept there, because they no longer have
    // a record.
    await artifacts.remove(id).catch(() => undefined);
  }

  /**
   * Removes an execution everywhere. One that is archived is hidden first: what a crash leaves of it in the archive is
   * removed later. @throws {AppError} store-unavailable, archive-unavailable
   */
  async removeAll(record: Removed): Promise<void> {
    const { archive } = this.#deps;
    if (record.archivedAt !== undefined) {
      if (archive === undefined) throw archiveNotConfigured();
      await archive.archive.put(tombstone(record.id), Buffer.alloc(0));
    }
    await this.remove(record);
    if (record.archivedAt === undefined) {
      // It may have been archived at this moment.
      if ((await this.#deps.marks.find(record.id)) === 'archived')
        await this.removeAll({ ...record, archivedAt: record.history.at(-1)?.at ?? '' });
      return;
    }
    await archive?.archive.removeAll(folderOf(record.id));
    archive?.reader.forget(record.id);
  }
}

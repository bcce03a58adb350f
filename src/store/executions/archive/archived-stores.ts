import { archiveNotConfigured } from '../../archive/archive.ts';
import { isExecutionId } from '../record/execution-id.ts';
import type { ExecutionStore } from '../record/execution-store.ts';
import type { LogStore } from '../record/log-store.ts';
import type { ArchiveMarks } from './archive-marks.ts';
import type { ArchivedExecution } from './archived-execution.ts';

/** Finds archived executions. */
export interface ArchiveFinder {
  /**
   * @returns undefined for an execution that is not archived
   * @throws {AppError} `archive-unavailable`, `archive-damaged`, `store-unavailable`
   */
  find(id: string): Promise<ArchivedExecution | undefined>;
}

/** Of an installation without an archive, whose store may still know executions that are in one. */
export function missingArchive(marks: Pick<ArchiveMarks, 'find'>): ArchiveFinder {
  return {
    find: async (id) => {
      if (isExecutionId(id) && (await marks.find(id)) === 'archived') throw archiveNotConfigured();
      return undefined;
    },
  };
}

/** The same store, in which archived executions can be read like all others. */
export function withArchive(store: ExecutionStore, archive: ArchiveFinder): ExecutionStore {
  const own: Pick<ExecutionStore, 'read' | 'source' | 'carried'> = {
    read: async (id) => (await store.read(id)) ?? (await archive.find(id))?.record,
    source: async (id) => {
      const stored = await store.source(id);
      if (stored !== undefined) return stored;
      const source = (await archive.find(id))?.source;
      return source && { ...source, bytes: Buffer.from(source.base64, 'base64') };
    },
    carried: async (id) => (await store.carried(id)) ?? (await archive.find(id))?.carried,
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'read' || name === 'source' || name === 'carried') return own[name];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** The same logs, in which those of archived executions can be read like all others. */
export function logsWithArchive(
  logs: LogStore,
  archive: ArchiveFinder & {
    log?(archived: ArchivedExecution, ...range: [Parameters<LogStore['read']>[1]]): ReturnType<LogStore['read']>;
  },
): LogStore {
  return {
    write: (...given) => logs.write(...given),
    append: (...given) => logs.append(...given),
    noteTime: (...given) => logs.noteTime(...given),
    end: (...given) => logs.end(...given),
    sizes: (ids) => logs.sizes(ids),
    remove: (id) => logs.remove(id),
    read: async (id, range) => {
      const piece = await logs.read(id, range);
      if (piece !== undefined) return piece;
      const archived = await archive.find(id);
      return archived && archive.log?.(archived, range);
    },
    times: async (id) => {
      const times = await logs.times(id);
      if (times.length > 0) return times;
      const archived = (await archive.find(id))?.logTimes ?? [];
      return archived.map(([offset, at]) => ({ offset, at: at === 0 ? undefined : new Date(at) }));
    },
  };
}

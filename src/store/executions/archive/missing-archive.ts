import { archiveNotConfigured } from '../../archive/archive.ts';
import type { ArchiveFinder } from '../record/archive-finder.ts';
import { isExecutionId } from '../record/execution-id.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';

/** Of an installation without an archive, whose store may still know executions that are in one. */
export function missingArchive(marks: Pick<RedisArchiveMarks, 'find'>): ArchiveFinder {
  return {
    find: async (id) => {
      if (isExecutionId(id) && (await marks.find(id)) === 'archived') throw archiveNotConfigured();
      return undefined;
    },
  };
}

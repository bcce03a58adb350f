import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { ComparisonService } from './comparison-service.ts';
import { LogSearchService } from './log-search-service.ts';
import { LogService } from './log-service.ts';

export type LogsApi = ReturnType<typeof openLogs>['api'];

/** The logs of executions, the search in them, and how two executions differ. */
export function openLogs({ ports, engines, now }: Parts, { executions }: Pick<RecordsApi, 'executions'>) {
  const logs = new LogService({ executions, engines, logs: ports.logs });
  return {
    api: {
      logs,
      logSearch: new LogSearchService({ executions, logs, now }),
      comparisons: new ComparisonService({ executions, logs }),
    },
  } satisfies Ability;
}

import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { FlowListService } from './flow-list-service.ts';
import { HomeService } from './home-service.ts';

/** What users see first: the flows with their latest executions, and what needs them. */
export function openHome(
  { ports, revisions, triggers, now }: Parts,
  { flows, executions }: Pick<FlowsApi, 'flows'> & Pick<RecordsApi, 'executions'>,
) {
  const { store } = ports;
  return {
    api: {
      flowLists: new FlowListService({ flows, store, now }),
      home: new HomeService({ flows: revisions, store, executions, schedules: triggers.schedules, now }),
    },
  } satisfies Ability;
}

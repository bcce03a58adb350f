import type { FlowsApi } from '../flows/open-flows.ts';
import type { NotifyApi } from '../notify/open-notify.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { FlowRetention } from './flow-retention.ts';
import { retentionRounds } from './retention-rounds.ts';

/** Keeps what is stored as long as the settings say: removes what is older, and archives executions. */
export function openKeep(
  parts: Parts,
  {
    flows,
    remover,
    notificationCounts,
  }: Pick<FlowsApi, 'flows'> & Pick<RecordsApi, 'remover'> & Pick<NotifyApi, 'notificationCounts'>,
) {
  const { revisions: store, taskTypes, ports, audit, engines, now } = parts;
  const retention = new FlowRetention({
    store,
    flows,
    taskTypes,
    executions: ports.store,
    audit,
    onPurged: async (key) => engines.current?.retire(key),
    now,
  });
  return {
    api: { retention },
    work: () => ({
      rounds: retentionRounds(parts, { retention, remover, receivers: notificationCounts?.queues ?? [] }),
    }),
  } satisfies Ability;
}

import { flowName } from '../../language/flow/flow-key.ts';
import { dueTime, type Archiver } from '../../store/executions/archive/archiver.ts';
import { rulesOf } from '../../store/executions/open-archive.ts';
import type { Round } from '../../store/leases/leader-loop.ts';
import { removeFormerReceivers } from '../notify/redis-former-receivers.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { archiveRounds, openArchiver } from './archive-rounds.ts';
import type { FlowRetention } from './flow-retention.ts';
import { removeOldExecutions } from './old-executions.ts';
import { removeBeyondBytes, type RetainedBytesDeps } from './retained-bytes.ts';

interface Removers extends Pick<RecordsApi, 'remover'> {
  readonly retention: FlowRetention;
  /** The queues of the configured receivers. */
  readonly receivers: readonly string[];
}

const hour = 60 * 60 * 1000;
/** Long removals leave the process that leads free for others. */
const lease = 'retention';

/** Removes data that is older than the settings allow. */
export function retentionRounds(parts: Parts, { retention, remover, receivers }: Removers): readonly Round[] {
  const { settings, ports, redis, logger, observe, now } = parts;
  const { retentionBytes, revisionsPerFlow, deletedFlowDays } = settings;
  const rules = rulesOf(settings);
  const archive = ports.archive && { ...parts, archive: ports.archive, observe: observe?.archive };
  const archiver = archive && openArchiver(settings, archive);
  const { free, mayRemove } = removal({ ports, now, remover }, archiver);
  const rounds: readonly Round[] = [
    ...(archive && archiver ? archiveRounds(archiver, archive) : []),
    {
      name: 'remove old executions',
      everyMilliseconds: hour,
      run: async (over) => {
        const executions = await removeOldExecutions(rules, { ...ports, remover, mayRemove, now }, over);
        if (executions === 0) return;
        logger.info({ executions, days: settings.retentionDays }, 'old executions removed');
        observe?.removal('execution', executions);
      },
    },
    {
      name: 'remove executions beyond the size limit',
      everyMilliseconds: hour,
      run: async (over) => {
        if (retentionBytes === Infinity) return;
        const kept = await removeBeyondBytes(retentionBytes, { ...ports, free }, over);
        if (kept === undefined) return;
        observe?.retainedBytes(kept.bytes);
        if (kept.removed === 0) return;
        logger.info({ executions: kept.removed, limit: retentionBytes }, 'executions beyond the size limit removed');
        observe?.removal('execution', kept.removed);
      },
    },
    {
      name: 'remove old revisions',
      // It reads all executions.
      everyMilliseconds: 6 * hour,
      run: (over) =>
        retention.removeOldRevisions(
          revisionsPerFlow,
          (flow, revisions) => {
            logger.info({ flow: flowName(flow), revisions, keeps: revisionsPerFlow }, 'old revisions removed');
            observe?.removal('revision', revisions);
          },
          over,
        ),
    },
    {
      name: 'purge deleted flows',
      everyMilliseconds: hour,
      run: (over) =>
        retention.purgeDeletedFlows(
          deletedFlowDays,
          (flow) => {
            logger.info({ flow: flowName(flow), days: deletedFlowDays }, 'deleted flow purged');
            observe?.removal('flow', 1);
          },
          over,
        ),
    },
    {
      name: 'remove queues of former receivers',
      everyMilliseconds: hour,
      run: async () => {
        for (const receiver of await removeFormerReceivers(redis, new Set(receivers), now()))
          logger.info({ receiver }, 'removed the queue of a receiver that has not been configured for a week');
      },
    },
  ];
  return rounds.map((round) => ({ ...round, lease }));
}

/** With an archive, nothing leaves the store that is not in there: what has no more room is archived early instead. */
function removal(
  { ports, now, remover }: Pick<Parts, 'ports' | 'now'> & Pick<RecordsApi, 'remover'>,
  archiver: Archiver | undefined,
): Pick<Parameters<typeof removeOldExecutions>[1], 'mayRemove'> & Pick<RetainedBytesDeps, 'free'> {
  if (archiver === undefined)
    return { free: (record) => remover.remove(record).then(() => true), mayRemove: undefined };
  const archiveNow = async ({ id }: { readonly id: string }): Promise<boolean> => {
    const record = await ports.stored.store.read(id);
    const endedAt = record?.history.at(-1)?.at ?? '';
    if (record?.phase !== 'ended' || endedAt >= dueTime(0, now()).toISOString()) return false;
    return (await archiver.archive([record], new AbortController().signal)) > 0;
  };
  return { free: archiveNow, mayRemove: ({ archivedAt }) => archivedAt !== undefined };
}

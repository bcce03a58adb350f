import type { Logger } from 'pino';
import type { Configuration } from '../../base/config/configuration.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { dueTime, type ArchiveObserver, type Archiver } from '../../store/executions/archive/archiver.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import type { ExecutionRemover } from '../../store/executions/execution-remover.ts';
import { LeaderLoop, type Round } from '../../store/executions/leader-loop.ts';
import { rulesOf } from '../../store/executions/open-archive.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { removeFormerReceivers } from '../notify/redis-former-receivers.ts';
import type { Services } from '../services.ts';
import { archiveRounds, openArchiver, type ArchiveSettings } from './archive-rounds.ts';
import { removeOldExecutions } from './old-executions.ts';
import { removeBeyondBytes } from './retained-bytes.ts';

/** The data that retention removes because of its age or amount. */
export type Removed = 'execution' | 'revision' | 'flow';

export interface RetentionParts extends Pick<Services, 'retention' | 'remover' | 'engines'> {
  readonly redis: RedisConnection;
  readonly ports: ExecutionPorts;
  readonly logger: Logger;
  /** Undefined if notifications are disabled. */
  readonly notifications?: { readonly queues: readonly string[] } | undefined;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
  /** Called with how much was removed. */
  readonly observe?: ((removed: Removed, count: number) => void) | undefined;
  /** Called with the bytes of the logs and artifacts of all executions. */
  readonly observeBytes?: ((bytes: number) => void) | undefined;
  readonly observeArchive?: ArchiveObserver | undefined;
}

type RetentionSettings = ArchiveSettings &
  Pick<Configuration, 'retentionBytes' | 'revisionsPerFlow' | 'deletedFlowDays'>;

const hour = 60 * 60 * 1000;

/** Removes data that is older than the settings allow, in one process at a time. Returns a function that stops it. */
export function startRetention(settings: RetentionSettings, parts: RetentionParts): () => Promise<void> {
  const { ports, report } = parts;
  const loop = new LeaderLoop({
    leases: ports.leases,
    lease: 'retention',
    report,
    rounds: retentionRounds(settings, parts),
  });
  loop.start();
  return () => loop.stop();
}

export function retentionRounds(settings: RetentionSettings, parts: RetentionParts): readonly Round[] {
  const { ports, retention, redis, logger, notifications, observe, observeBytes, observeArchive } = parts;
  const { retentionBytes, revisionsPerFlow, deletedFlowDays } = settings;
  const rules = rulesOf(settings);
  const archive = ports.archive && { ...parts, archive: ports.archive, observe: observeArchive };
  const archiver = archive && openArchiver(settings, archive);
  const { remover, mayRemove } = removal(parts, archiver);
  const receivers = new Set(notifications?.queues ?? []);
  return [
    ...(archive && archiver ? archiveRounds(archiver, archive) : []),
    {
      name: 'remove old executions',
      everyMilliseconds: hour,
      run: async (over) => {
        const executions = await removeOldExecutions(
          rules,
          { ...ports, remover: parts.remover, mayRemove, now: () => new Date() },
          over,
        );
        if (executions === 0) return;
        logger.info({ executions, days: settings.retentionDays }, 'old executions removed');
        observe?.('execution', executions);
      },
    },
    {
      name: 'remove executions beyond the size limit',
      everyMilliseconds: hour,
      run: async (over) => {
        if (retentionBytes === Infinity) return;
        const kept = await removeBeyondBytes(retentionBytes, { ...ports, remover }, over);
        if (kept === undefined) return;
        observeBytes?.(kept.bytes);
        if (kept.removed === 0) return;
        logger.info({ executions: kept.removed, limit: retentionBytes }, 'executions beyond the size limit removed');
        observe?.('execution', kept.removed);
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
            observe?.('revision', revisions);
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
            observe?.('flow', 1);
          },
          over,
        ),
    },
    {
      name: 'remove queues of former receivers',
      everyMilliseconds: hour,
      run: async () => {
        for (const receiver of await removeFormerReceivers(redis, receivers, new Date()))
          logger.info({ receiver }, 'removed the queue of a receiver that has not been configured for a week');
      },
    },
  ];
}

/** With an archive, nothing leaves the store that is not in there: what has no more room is archived early instead. */
function removal(
  { ports, remover }: Pick<RetentionParts, 'ports' | 'remover'>,
  archiver: Archiver | undefined,
): Pick<Parameters<typeof removeOldExecutions>[1], 'mayRemove'> & {
  readonly remover: Pick<ExecutionRemover, 'remove'>;
} {
  if (archiver === undefined) return { remover, mayRemove: undefined };
  const archiveNow = async ({ id }: { readonly id: string }): Promise<void> => {
    const record = await ports.stored.store.read(id);
    const endedAt = record?.history.at(-1)?.at ?? '';
    if (record?.phase === 'ended' && endedAt < dueTime(0, new Date()).toISOString())
      await archiver.archive([record], new AbortController().signal);
  };
  return { remover: { remove: archiveNow }, mayRemove: ({ archivedAt }) => archivedAt !== undefined };
}

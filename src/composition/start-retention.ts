import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { LeaderLoop, type Round } from '../execution/leader-loop.ts';
import { removeOldExecutions } from '../execution/old-executions.ts';
import type { ExecutionPorts } from '../execution/record/execution-ports.ts';
import { removeBeyondBytes } from '../execution/retained-bytes.ts';
import { RetentionRules } from '../execution/retention-rules.ts';
import { flowName } from '../language/flow/flow-key.ts';
import { removeFormerReceivers } from '../notifications/redis-former-receivers.ts';
import type { Services } from '../services/services.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';

/** The data that retention removes because of its age or amount. */
export type Removed = 'execution' | 'revision' | 'flow';

export interface RetentionParts extends Pick<Services, 'retention' | 'remover'> {
  readonly redis: RedisConnection;
  readonly ports: Pick<ExecutionPorts, 'store' | 'leases' | 'logs' | 'artifacts'>;
  readonly logger: Logger;
  /** Undefined if notifications are disabled. */
  readonly notifications?: { readonly queues: readonly string[] } | undefined;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
  /** Called with how much was removed. */
  readonly observe?: ((removed: Removed, count: number) => void) | undefined;
  /** Called with the bytes of the logs and artifacts of all executions. */
  readonly observeBytes?: ((bytes: number) => void) | undefined;
}

type RetentionSettings = Pick<
  Configuration,
  'retentionDays' | 'namespaceRetentionDays' | 'retentionBytes' | 'revisionsPerFlow' | 'deletedFlowDays'
>;

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

export function retentionRounds(
  settings: RetentionSettings,
  { ports, retention, remover, redis, logger, notifications, observe, observeBytes }: Omit<RetentionParts, 'report'>,
): readonly Round[] {
  const { retentionBytes, revisionsPerFlow, deletedFlowDays } = settings;
  const rules = new RetentionRules(settings.retentionDays, settings.namespaceRetentionDays);
  const receivers = new Set(notifications?.queues ?? []);
  return [
    {
      name: 'remove old executions',
      everyMilliseconds: hour,
      run: async (over) => {
        const executions = await removeOldExecutions(rules, { ...ports, remover, now: () => new Date() }, over);
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

import type { Configuration, Limits } from '../config/configuration.ts';
import { CallBudget } from '../engines/jenkins/call-budget.ts';
import type { ExecutionPorts } from '../execution/record/execution-ports.ts';
import { BullTriggerQueue } from '../execution/redis/bull-trigger-queue.ts';
import { RedisExecutionStore } from '../execution/redis/redis-execution-store.ts';
import { RedisLeases } from '../execution/redis/redis-leases.ts';
import { moveLogsToFiles } from '../execution/redis/redis-move-logs.ts';
import { RedisLogStore } from '../execution/redis/redis-log-store.ts';
import { RedisPushedJobs } from '../execution/redis/redis-pushed-jobs.ts';
import { observedStore, type ExecutionObserver } from '../execution/observed-execution-store.ts';
import { maxStateEvents } from '../execution/record/state-events.ts';
import { SecretVault } from '../execution/record/secret-vault.ts';
import { JenkinsClientGateway } from '../engines/jenkins/client/jenkins-client-gateway.ts';
import { JenkinsError } from '../engines/jenkins/client/jenkins-error.ts';
import type { JenkinsGateway } from '../engines/jenkins/client/jenkins-gateway.ts';
import { meteredGateway, type ObserveCall } from '../engines/jenkins/client/metered-gateway.ts';
import { AppError } from '../problem/app-error.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import { LogFolder } from '../execution/logs/log-folder.ts';
import { LogSweeper } from '../execution/logs/log-sweeper.ts';
import { installationKey } from '../store/secrets/installation-key.ts';
import { SealedValues } from '../store/secrets/sealed-values.ts';
import { SecretBox } from '../store/secrets/secret-box.ts';
import { BullScheduleQueue } from '../store/triggers/bull-schedule-queue.ts';
import { RedisSkippedTicks } from '../store/triggers/redis-skipped-ticks.ts';
import { RedisWebhookKeyStore } from '../store/triggers/redis-webhook-key-store.ts';
import type { ServicesOptions } from './build-services.ts';
import { WebhookKeys } from '../store/triggers/webhook-keys.ts';

/** What executions and triggers need from Redis and Jenkins, until it is closed. */
export interface OpenExecutionPorts {
  readonly ports: ExecutionPorts;
  readonly triggers: ServicesOptions['triggers'];
  /** Conditions for running executions. Each throws while it is not met; otherwise returns a version, if known. */
  readonly checks: Readonly<Record<string, () => Promise<string>>>;
  /** Absent if logs are not in files. */
  readonly logSweeper?: LogSweeper | undefined;
  close(): Promise<void>;
}

export interface ExecutionObservers {
  /** Called after every Jenkins call. */
  readonly observeCall?: ObserveCall | undefined;
  readonly observers?: readonly ExecutionObserver[];
  /** Called with each error that cuts off a log. */
  readonly report?: (error: unknown, what: string) => void;
}

/** How much of the disk space that uploads keep free logs keep free too: Redis must be able to write. */
const partOfReserve = 1 / 16;

type ExecutionConfiguration = Pick<Configuration, 'jenkins' | 'key' | 'redisUrl' | 'dataFolder'> &
  Pick<Partial<Configuration>, 'notifications' | 'logFolder'> & {
    readonly limits?: Partial<Pick<Limits, 'logBytes' | 'artifactBytes' | 'uploads'>>;
  };

export function openExecutionPorts(
  configuration: ExecutionConfiguration,
  redis: RedisConnection,
  { observeCall: observe, observers = [], report }: ExecutionObservers = {},
): OpenExecutionPorts {
  const { jenkins, key, redisUrl, dataFolder, notifications, limits, logFolder } = configuration;
  const ownStore = new RedisExecutionStore(redis, { maxStateEvents: notifications === undefined ? 0 : maxStateEvents });
  const store = observers.length === 0 ? ownStore : observedStore(ownStore, observers);
  const queue = new BullTriggerQueue(redis);
  const schedules = new BullScheduleQueue(redis);
  const client = jenkins && new JenkinsClientGateway(jenkins);
  const gateway = client && (observe === undefined ? client : meteredGateway(client, observe));
  // Other processes on the same Redis must be able to decrypt what is sealed here; a key made here would lock them out.
  const sealingKey = key ?? (redisUrl === undefined ? installationKey(dataFolder) : undefined);
  const box = sealingKey === undefined ? undefined : new SecretBox(sealingKey);
  const folder =
    logFolder === undefined
      ? undefined
      : new LogFolder(logFolder, { reserve: (limits?.uploads?.reserve ?? 0) * partOfReserve });
  const logs = new RedisLogStore(redis, { folder, report });
  return {
    ports: {
      store,
      queue,
      gateway,
      leases: new RedisLeases(redis),
      jobs: new RedisPushedJobs(redis),
      logs,
      calls: new CallBudget(),
      maxLogBytes: limits?.logBytes,
      maxArtifactBytes: limits?.artifactBytes,
      vault: box && new SecretVault({ box, store }),
      credentials: jenkins?.credentials ?? [],
    },
    triggers: {
      schedules,
      skippedTicks: new RedisSkippedTicks(redis),
      webhookKeys: new WebhookKeys({ box, store: new RedisWebhookKeyStore(redis) }),
      sealedValues: new SealedValues(box),
    },
    logSweeper:
      folder &&
      new LogSweeper({
        folder,
        inUse: (names) => logs.inUse(names),
        move: () => moveLogsToFiles(redis, folder),
        now: () => new Date(),
      }),
    checks: gateway === undefined ? {} : { jenkins: () => requireJenkins(gateway) },
    close: async () => {
      await Promise.all([queue.close(), schedules.close()]);
      client?.close();
    },
  };
}

// Callers of the probe give up after about this long.
const maxProbe = 3_000;

/** @returns the version of Jenkins @throws {AppError} `jenkins-unavailable` naming what is missing (docs/reference/jenkins.md) */
async function requireJenkins(gateway: JenkinsGateway): Promise<string> {
  const {
    version,
    missingPlugins = [],
    missingPermissions,
  } = await gateway.readiness({ signal: AbortSignal.timeout(maxProbe) }).catch((error: unknown) => {
    if (!(error instanceof JenkinsError)) throw error;
    const reason =
      error.kind === 'cancelled' ? `Jenkins did not answer within ${maxProbe / 1000} seconds.` : error.message;
    throw new AppError('jenkins-unavailable', reason, {}, { cause: error });
  });
  const missing = [
    ...missingPlugins.map((name) => `the ${name} plugin`),
    ...missingPermissions.map((name) => `the ${name} permission`),
  ];
  if (missing.length > 0) throw new AppError('jenkins-unavailable', `Jenkins is missing ${missing.join(', ')}.`);
  return version;
}

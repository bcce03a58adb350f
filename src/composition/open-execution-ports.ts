import type { TriggerPorts } from '../abilities/parts/parts.ts';
import type { Configuration, Limits } from '../base/config/configuration.ts';
import { missingArchive } from '../store/executions/archive/missing-archive.ts';
import { ArtifactFolder } from '../store/executions/artifacts/artifact-folder.ts';
import { ExecutionLife, type ExecutionObserver } from '../store/executions/execution-life.ts';
import type { ExecutionPorts, OpenArchive } from '../store/executions/execution-ports.ts';
import { LogFolder } from '../store/executions/logs/log-folder.ts';
import { LogSweeper } from '../store/executions/logs/log-sweeper.ts';
import { openArchive, type ArchiveOptions, type KeptDays } from '../store/executions/open-archive.ts';
import { maxStateEvents } from '../store/executions/record/state-events.ts';
import { BullStartQueue } from '../store/executions/redis/bull-start-queue.ts';
import { RedisArchiveIdentity } from '../store/executions/redis/redis-archive-identity.ts';
import { RedisArchiveMarks } from '../store/executions/redis/redis-archive-marks.ts';
import { RedisChildStore } from '../store/executions/redis/redis-child-store.ts';
import { RedisExecutionStore } from '../store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../store/executions/redis/redis-log-store.ts';
import { moveLogsToFiles } from '../store/executions/redis/redis-move-logs.ts';
import { RedisPools } from '../store/executions/redis/redis-pools.ts';
import { SecretVault } from '../store/executions/secret-vault.ts';
import { RedisLeases } from '../store/leases/redis-leases.ts';
import { RedisPresetStore } from '../store/presets/redis-preset-store.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import type { SecretReader } from '../store/secret-providers/secret-reader.ts';
import { installationKey } from '../store/secrets/installation-key.ts';
import { SealedValues } from '../store/secrets/sealed-values.ts';
import { SecretBox } from '../store/secrets/secret-box.ts';
import { BullScheduleQueue } from '../store/triggers/bull-schedule-queue.ts';
import { RedisSkippedTicks } from '../store/triggers/redis-skipped-ticks.ts';
import { RedisWebhookKeyStore } from '../store/triggers/redis-webhook-key-store.ts';
import { WebhookKeys } from '../store/triggers/webhook-keys.ts';

/** What executions and triggers need from Redis and the disk, until it is closed. */
export interface OpenExecutionPorts {
  readonly ports: ExecutionPorts;
  readonly triggers: TriggerPorts;
  /** Undefined if logs are not in files. */
  readonly logSweeper?: LogSweeper | undefined;
  close(): Promise<void>;
}

export interface ExecutionPortsOptions {
  /** The names of all controllers. */
  readonly controllers?: readonly string[];
  readonly observers?: readonly ExecutionObserver[];
  /** Called with each error that cuts off a log. */
  readonly report?: (error: unknown, what: string) => void;
  /** Called with the error of each damaged part of the archive's index. */
  readonly reportDamage?: (error: unknown) => void;
  /** Reads the secrets that references name. */
  readonly secrets?: SecretReader;
}

/** How much of the disk space that uploads keep free logs keep free too: Redis must be able to write. */
const partOfReserve = 1 / 16;

type ExecutionConfiguration = Pick<Configuration, 'key' | 'redisUrl' | 'dataFolder'> &
  Pick<Partial<Configuration>, 'eventReceivers' | 'receiverFile' | 'logFolder' | 'archive' | 'minFreeBytes'> &
  Partial<KeptDays> & {
    readonly limits?: Partial<Pick<Limits, 'logBytes' | 'artifactBytes' | 'uploads'>>;
  };

export function openExecutionPorts(
  configuration: ExecutionConfiguration,
  redis: RedisConnection,
  options: ExecutionPortsOptions = {},
): OpenExecutionPorts {
  const { observers = [], report, reportDamage, secrets } = options;
  const { key, redisUrl, dataFolder, eventReceivers = [], receiverFile, limits, logFolder } = configuration;
  const isToldOf = eventReceivers.length > 0 || receiverFile !== undefined;
  const ownStore = new RedisExecutionStore(redis, { maxStateEvents: isToldOf ? maxStateEvents : 0 });
  const queue = new BullStartQueue({
    connection: redis,
    controllers: options.controllers ?? [],
    controllerOf: (id) => ownStore.controllerOf(id),
  });
  const schedules = new BullScheduleQueue(redis);
  // Other processes on the same Redis must be able to decrypt what is sealed here; a key made here would lock them out.
  const sealingKey = key ?? (redisUrl === undefined ? installationKey(dataFolder) : undefined);
  const box = sealingKey === undefined ? undefined : new SecretBox(sealingKey);
  const folder =
    logFolder === undefined
      ? undefined
      : new LogFolder(logFolder, { reserve: (limits?.uploads?.reserve ?? 0) * partOfReserve });
  const ownLogs = new RedisLogStore(redis, { folder, report });
  const marks = new RedisArchiveMarks(redis);
  const archive = archiveOf(configuration, {
    marks,
    identity: new RedisArchiveIdentity(redis),
    signingKey: box?.keyFor('the archive'),
    reportDamage,
  });
  const finder = archive?.reader ?? missingArchive(marks);
  const store = new RedisExecutionStore(redis, { archive: finder });
  const vault = box && new SecretVault({ box, store, ...(secrets !== undefined && { reader: secrets }) });
  const life = new ExecutionLife({ store: ownStore, queue, vault, now: () => new Date() });
  for (const observer of observers) life.observe(observer);
  return {
    ports: {
      life,
      store,
      children: new RedisChildStore(redis),
      pools: new RedisPools(redis),
      queue,
      leases: new RedisLeases(redis),
      logs: new RedisLogStore(redis, { folder, report, archive: finder }),
      marks,
      stored: { store: ownStore, logs: ownLogs },
      archive,
      artifacts: new ArtifactFolder(dataFolder),
      maxLogBytes: limits?.logBytes,
      maxArtifactBytes: limits?.artifactBytes,
      vault,
    },
    triggers: {
      schedules,
      skippedTicks: new RedisSkippedTicks(redis),
      presets: new RedisPresetStore(redis),
      webhookKeys: new WebhookKeys({ box, store: new RedisWebhookKeyStore(redis) }),
      sealedValues: new SealedValues(box),
    },
    logSweeper:
      folder &&
      new LogSweeper({
        folder,
        inUse: (names) => ownLogs.inUse(names),
        move: () => moveLogsToFiles(redis, folder),
        now: () => new Date(),
      }),
    close: async () => {
      await Promise.all([queue.close(), schedules.close()]);
    },
  };
}

function archiveOf(
  { archive, retentionDays = 0, namespaceRetentionDays = [], minFreeBytes = 0 }: ExecutionConfiguration,
  options: Omit<ArchiveOptions, 'reserve'>,
): OpenArchive | undefined {
  const kept = { retentionDays, namespaceRetentionDays };
  return archive && openArchive(archive, kept, { ...options, reserve: minFreeBytes });
}

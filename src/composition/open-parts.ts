import type { Logger } from 'pino';
import type { NotifyParts } from '../abilities/notify/open-notify.ts';
import type { ReceiverFile } from '../abilities/notify/receiver-file.ts';
import type { Abilities } from '../abilities/open-abilities.ts';
import type { Parts } from '../abilities/parts/parts.ts';
import type { Configuration } from '../base/config/configuration.ts';
import { readTaskSettings } from '../base/config/read-task-settings.ts';
import { messageOf } from '../base/problem/message-of.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import { choosesController, type JenkinsController } from '../engines/controllers/controller.ts';
import { leaveFormerControllers } from '../engines/controllers/former-controllers.ts';
import { placeOf } from '../engines/controllers/place-flow.ts';
import { RedisControllerStates } from '../engines/controllers/redis-controller-states.ts';
import type { ObserveCall } from '../engines/engine.ts';
import type { Metrics } from '../faces/metrics/metrics.ts';
import { WorkerBoundedRunner } from '../language/processes/worker-bounded-runner.ts';
import { loadTaskTypes } from '../language/task-loader/load-task-types.ts';
import { RedisAuditTrail } from '../store/audit/redis-audit-trail.ts';
import type { ExecutionObserver } from '../store/executions/execution-life.ts';
import { noLocks, type LockFile } from '../store/executions/locks/lock-file.ts';
import { RedisPushedJobs } from '../store/executions/redis/redis-pushed-jobs.ts';
import { SpaceGuard } from '../store/files/space-guard.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import { MemoryGuard } from '../store/redis/memory-guard.ts';
import { readMemoryUse } from '../store/redis/redis-memory.ts';
import { everyGuard, type StorageGuard } from '../store/redis/storage-guard.ts';
import { RedisRevisionStore } from '../store/revisions/redis-revision-store.ts';
import { openProviders } from '../store/secret-providers/open-providers.ts';
import { SecretReader } from '../store/secret-providers/secret-reader.ts';
import { callRecorder, openTracing, spanRecorder } from './open-tracing.ts';
import type { Teardown } from './teardown.ts';

/** Called with each error; the work is retried later. */
export type Report = (error: unknown, what: string) => void;

/** The parts of a process of any role. */
export interface OpenParts {
  readonly parts: Parts;
  readonly abilities: Abilities;
  /** Undefined if the process does not listen. */
  readonly metrics?: Metrics | undefined;
  /** @throws {AppError} store-unavailable */
  readonly ping: () => Promise<void>;
  /** Needs the store. @throws {FormerControllerError} for open executions on controllers that are not configured */
  readonly requireControllers: () => Promise<void>;
}

export interface PartsOptions {
  /** The operator's receivers of notifications. */
  readonly receivers?: ReceiverFile | undefined;
  /** The operator's locks. */
  readonly locks?: LockFile | undefined;
  readonly controllers: readonly JenkinsController[];
  readonly redis: RedisConnection;
  /** Milliseconds for which the choice of an engine waits for Redis. */
  readonly maxConnect: number;
  readonly logger: Logger;
  readonly report: Report;
  readonly teardown: Teardown;
}

export type Modules = Awaited<ReturnType<typeof loadModules>>;

/** Loads the modules that take long to load, while Redis starts. @throws {TaskRegistryError | ConfigurationError} */
export async function loadModules(configuration: Configuration, logger: Logger) {
  const [
    { openAbilities },
    { openLanguage },
    { openExecutionPorts },
    { openEngines },
    { openFileStore, startSweeping },
    taskTypes,
    http,
    worker,
  ] = await Promise.all([
    import('../abilities/open-abilities.ts'),
    import('../abilities/documents/open-language.ts'),
    import('./open-execution-ports.ts'),
    import('./open-engines.ts'),
    import('./open-file-store.ts'),
    loadTaskTypes(configuration),
    configuration.listens ? import('./serve-http.ts') : undefined,
    configuration.role === 'api' ? undefined : import('./start-working.ts'),
  ]);
  const { taskSettings, ignored } = readTaskSettings(configuration, taskTypes.settings);
  if (ignored.length > 0) logger.warn(`Ignored unknown settings: ${ignored.join(', ')}`);
  return {
    openAbilities,
    openLanguage,
    openExecutionPorts,
    openEngines,
    openFileStore,
    startSweeping,
    taskTypes,
    taskSettings,
    http,
    worker,
  };
}

/** Opens everything but what listens and what works in the background. */
export async function openParts(
  configuration: Configuration,
  modules: Modules,
  { redis, receivers, locks = noLocks, controllers, maxConnect, logger, report, teardown }: PartsOptions,
): Promise<OpenParts> {
  const traces = await openTracing(configuration, logger);
  if (traces !== undefined) teardown.add(() => traces.stop());
  const tracing = traces?.tracing;
  const metrics = modules.http && new modules.http.Metrics();
  const patterns = new WorkerBoundedRunner();
  teardown.add(() => patterns.close());
  const cutOff = (error: unknown, what: string) => logger.warn({ what, reason: messageOf(error) }, 'log cut off');
  const observers = observersOf(metrics, tracing);
  const audit = new RedisAuditTrail(redis, configuration.auditDays);
  const secrets = new SecretReader({
    ...configuration.secrets,
    providers: openProviders(configuration.secrets),
    audit,
    now: () => new Date(),
    ...(metrics !== undefined && { observe: metrics.observeSecretRead }),
    warn: (provider, reason) =>
      logger.warn({ provider, reason }, 'secrets cannot be read; executions that need one wait'),
  });
  const executions = modules.openExecutionPorts(configuration, redis, {
    observers,
    report: cutOff,
    reportDamage: (error) => report(error, 'read the index of the archive'),
    secrets,
    controllers: controllers.map(({ name }) => name),
  });
  teardown.add(() => executions.close());
  const files = modules.openFileStore(configuration, redis, executions.ports.store);
  teardown.add(modules.startSweeping(configuration, files, report, executions.logSweeper));
  const languageSettings = {
    ...configuration,
    taskSettings: modules.taskSettings,
    // Without a file there are no receivers, so flows that name one get a warning.
    receivers: receivers === undefined ? {} : namespacesOf(receivers),
    forgeNamespaces: receivers?.commitStatus.flatMap(({ namespaces }) => namespaces) ?? [],
    secretPrefixes: configuration.secrets.prefixes,
    locks: locks.locks,
    ...(choosesController(controllers) && { controllers: controllers.map(placeOf) }),
  };
  const { language, close } = modules.openLanguage(languageSettings, modules.taskTypes);
  teardown.add(close);
  const states = new RedisControllerStates(redis);
  const engines = await modules.openEngines(configuration, {
    controllers,
    states,
    redis,
    ports: executions.ports,
    language,
    maxConnect,
    logger,
    observeCall: callObserver(metrics, tracing),
  });
  teardown.add(async () => engines.close());
  const memory = new MemoryGuard(() => readMemoryUse(redis));
  const parts: Parts & NotifyParts = {
    settings: configuration,
    redis,
    revisions: new RedisRevisionStore(redis),
    ports: executions.ports,
    triggers: executions.triggers,
    files: files.ports,
    audit,
    taskTypes: modules.taskTypes,
    planSettings: languageSettings,
    patterns,
    language,
    engines,
    controllers: engines.current?.hasControllers === true ? controllers : [],
    states,
    secrets,
    locks,
    receivers,
    tracing,
    space: everyGuard([...diskGuards(configuration), memory]),
    memory,
    observe: metrics && {
      delivery: metrics.observeDelivery,
      removal: metrics.observeRemoval,
      retainedBytes: metrics.observeRetainedBytes,
      archive: metrics.archive,
    },
    logger,
    report,
    now: () => new Date(),
  };
  const abilities = await modules.openAbilities(parts);
  teardown.add(() => abilities.close());
  if (configuration.logFolder === undefined)
    logger.info(
      'Long logs are kept in Redis. Set FLOWGATE_FILES to a folder that all processes share to keep them in files',
    );
  const leaveFormer = () =>
    leaveFormerControllers({
      ...executions.ports,
      states,
      removeJobs: (name) => new RedisPushedJobs(redis, name).removeAll(),
      warn: (message) => logger.warn(message),
      configured: controllers.map(({ name }) => name),
      forgotten: configuration.forgottenControllers,
    });
  return {
    parts,
    abilities,
    metrics,
    ping: () => parts.revisions.ping(),
    requireControllers: async () => (engines.current?.hasControllers === true ? leaveFormer() : undefined),
  };
}

function observersOf(metrics: Metrics | undefined, tracing: Tracing | undefined): readonly ExecutionObserver[] {
  return [...(metrics === undefined ? [] : [metrics]), ...(tracing === undefined ? [] : [spanRecorder(tracing)])];
}

function callObserver(metrics: Metrics | undefined, tracing: Tracing | undefined): ObserveCall {
  const record = tracing && callRecorder(tracing);
  return (...call) => {
    metrics?.observeCall(...call);
    record?.(...call);
  };
}

/** For each receiver, the patterns for the namespaces that can notify it. */
function namespacesOf({ receivers }: ReceiverFile): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(receivers.map(({ name, namespaces }) => [name, namespaces]));
}

/** The disk of another Redis is unknown. */
function diskGuards({ redisUrl, dataFolder, minFreeBytes: minimum }: Configuration): readonly StorageGuard[] {
  return redisUrl === undefined ? [new SpaceGuard({ folder: dataFolder, minimum })] : [];
}

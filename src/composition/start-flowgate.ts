import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loadPolicy } from '../access/load-policy.ts';
import { RedisAuditTrail } from '../store/audit/redis-audit-trail.ts';
import type { Configuration } from '../config/configuration.ts';
import { SpaceGuard } from '../store/files/space-guard.ts';
import { ProxyIdentity } from '../http/identity/proxy-identity.ts';
import type { IdentityRules } from '../http/identity/require-identity.ts';
import { warmUpMetaSchemas } from '../language/patterns/inspect-schema.ts';
import { messageOf } from '../problem/message-of.ts';
import { RedisPushedJobs } from '../execution/redis/redis-pushed-jobs.ts';
import { chooseEngine, engineSentence } from './choose-engine.ts';
import type { ExecutionObservers } from './open-execution-ports.ts';
import type { OpenNotifications } from './open-notifications.ts';
import { callRecorder, openTracing, spanRecorder } from './open-tracing.ts';
import type { ObserveCall } from '../engine/jenkins/metered-gateway.ts';
import type { Metrics } from '../http/observe/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { openStore } from './open-store.ts';
import { loadTaskTypes } from './load-task-types.ts';
import { WorkerBoundedEngine } from '../threads/worker-bounded-engine.ts';
import { closedRedis, untilUsable, type RedisAddress, type RedisConnection } from '../store/redis/connect-redis.ts';
import { OwnRedisServer } from '../store/redis/own-redis-server.ts';
import { RedisTokenStore } from '../store/tokens/redis-token-store.ts';
import { RedisRevisionStore } from '../store/revisions/redis-revision-store.ts';

export interface Flowgate {
  /** The URL it listens on, such as `http://127.0.0.1:3000`; absent for a worker that serves no probes. */
  readonly url?: string;
  /** Finishes the requests in progress, then stops everything, its own Redis last. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly logger: Logger;
  /** Called with the reason when Flowgate cannot continue. */
  readonly onLost: (error: Error) => void;
}

// Longer than it takes to stop an own Redis.
const maxUndoMilliseconds = 12_000;
// After this long, Redis counts as unavailable: Flowgate starts anyway and answers 503 until Redis is back.
const maxConnect = 3_000;

/**
 * Starts everything and resolves when requests are served.
 * @throws {PolicyError | OwnRedisError | StoreFormatError | TaskRegistryError | ListenError} with a message for the
 *   operator; nothing is left running
 */
export async function startFlowgate(configuration: Configuration, { logger, onLost }: StartOptions): Promise<Flowgate> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const identity = await identityRules(configuration);
    const modules = loadModules(configuration);
    const traced = openTracing(configuration, logger);
    const address = await startRedis(configuration, { logger, onLost, undo });
    const redis = closedRedis(address, (error) => logger.warn({ reason: error.message }, 'Redis is unreachable'));
    const { opened, close: closeStore } = openStore(redis, address, { logger, onLost });
    undo.push(closeStore);
    const report = (error: unknown, what: string): void =>
      logger.warn({ what, reason: messageOf(error) }, 'failed; will be retried');
    const engine = new WorkerBoundedEngine();
    undo.push(() => engine.close());
    const [
      { buildServices },
      { openLanguage },
      { openExecutionPorts },
      { openFiles, startSweeping },
      taskTypes,
      http,
      worker,
      upkeep,
    ] = await modules;
    const openTraces = await traced;
    if (openTraces !== undefined) undo.push(() => openTraces.stop());
    const tracing = openTraces?.tracing;
    const isOpened = await within(opened, maxConnect);
    const store = new RedisRevisionStore(redis);
    const metrics = http && new http.Metrics();
    const engineName = await chooseEngine(configuration, async () => {
      await untilUsable(redis, maxConnect);
      return new RedisPushedJobs(redis).any();
    });
    const { jenkins } = engineName === 'jenkins' ? configuration : {};
    const executions = openExecutionPorts({ ...configuration, jenkins }, redis, observersOf(metrics, tracing));
    undo.push(() => executions.close());
    const notifications = await notificationsOf(configuration, redis);
    if (notifications !== undefined) undo.push(() => notifications.close());
    const files = openFiles(configuration, redis, executions.ports.store);
    undo.push(startSweeping(configuration, files, report));
    const { language, close } = openLanguage(configuration, taskTypes);
    undo.push(close);
    const services = buildServices({
      ...configuration,
      store,
      taskTypes,
      engine,
      language,
      executions: executions.ports,
      triggers: executions.triggers,
      files: files.ports,
      tracing,
      tokens: new RedisTokenStore(redis),
      audit: new RedisAuditTrail(redis, configuration.auditDays),
      space: spaceGuard(configuration),
      engineName,
      executionsFolder: join(configuration.dataFolder, 'executions'),
      planSettings: configuration,
    });
    logger.info(engineSentence(engineName, configuration));
    const work = worker?.openEngineWork(
      { ...configuration, minFreeBytes: minFreeBytes(configuration) },
      { ...services, ports: executions.ports, report, tracing },
    );
    const whenOpened = (start: () => void) => {
      if (isOpened) start();
      else opened.then(start, () => undefined);
    };
    if (worker !== undefined && work !== undefined) {
      const parts = { ...services, ports: executions.ports, folders: services.local.folders, engine: work };
      const { store: executionStore } = executions.ports;
      whenOpened(() => {
        const delivery = { store: executionStore, address, logger, report, observe: metrics?.observeDelivery };
        const deliveries = notifications?.deliver(delivery);
        undo.push(worker.startWorking({ ...parts, address, logger, report, tracing, deliveries }));
      });
    }
    if (upkeep !== undefined) {
      const parts = { ...services, ports: executions.ports, redis, logger, report, observe: metrics?.observeRemoval };
      whenOpened(() => undo.push(upkeep.startRetention(configuration, parts)));
    }
    if (!isOpened) opened.catch(onLost);
    if (http === undefined || metrics === undefined) return { stop };
    const server = await http.serveHttp(configuration, {
      services,
      logger,
      identity,
      metrics,
      tracing,
      notificationCounts: notifications,
      checks: { redis: () => store.ping(), ...executions.checks },
      ready: untilUsable(redis, maxConnect),
    });
    undo.push(() => server.stop());
    void warmUpMetaSchemas();
    return { url: server.url, stop };
  } catch (error) {
    // Commands that wait for an unavailable Redis would delay the error message.
    const cutOff = new AbortController();
    await Promise.race([
      stop(),
      sleep(maxUndoMilliseconds, undefined, { signal: cutOff.signal }).catch(() => undefined),
    ]);
    cutOff.abort();
    throw error;
  }
}

/** Whether a promise has resolved within this time. @throws what it rejects with */
async function within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const cutOff = new AbortController();
  const timeOut = sleep(milliseconds, false, { signal: cutOff.signal }).catch(() => false);
  return Promise.race([promise.then(() => true), timeOut]).finally(() => cutOff.abort());
}

function observersOf(metrics: Metrics | undefined, tracing: Tracing | undefined): ExecutionObservers {
  const recorders = tracing === undefined ? [] : [callRecorder(tracing)];
  const observeCall: ObserveCall = (...call) => {
    metrics?.observeCall(...call);
    for (const record of recorders) record(...call);
  };
  const observers = [
    ...(metrics === undefined ? [] : [metrics]),
    ...(tracing === undefined ? [] : [spanRecorder(tracing)]),
  ];
  return { observeCall, observers };
}

/** Loaded only if somebody is notified. */
async function notificationsOf(
  configuration: Configuration,
  redis: RedisConnection,
): Promise<OpenNotifications | undefined> {
  if (configuration.notifications === undefined) return undefined;
  const { openNotifications } = await import('./open-notifications.ts');
  return openNotifications(configuration, redis);
}

interface RedisStart extends StartOptions {
  /** Registers the step that stops the own Redis. */
  readonly undo: (() => Promise<void>)[];
}

async function startRedis(
  { redisUrl, dataFolder }: Configuration,
  { logger, onLost, undo }: RedisStart,
): Promise<RedisAddress> {
  if (redisUrl !== undefined) return { url: redisUrl };
  const server = await OwnRedisServer.start({ dataFolder, report: (message) => logger.warn(message), onLost });
  undo.push(() => server.stop());
  return { socketPath: server.socketPath };
}

/** Loads the modules that take long to load, while Redis starts. */
function loadModules(configuration: Configuration) {
  const modules = Promise.all([
    import('./build-services.ts'),
    import('./open-language.ts'),
    import('./open-execution-ports.ts'),
    import('./open-files.ts'),
    loadTaskTypes(configuration),
    configuration.listens ? import('./serve-http.ts') : undefined,
    configuration.role === 'api' ? undefined : import('./start-working.ts'),
    configuration.role === 'api' ? undefined : import('./start-retention.ts'),
  ]);
  modules.catch(() => undefined); // the code that awaits it handles the error
  return modules;
}

/** How much of the disk space that uploads keep free is reserved for work in progress. */
const partOfReserve = 1 / 4;

function minFreeBytes({ limits }: Pick<Configuration, 'limits'>): number {
  return limits.uploads.reserve * partOfReserve;
}

function spaceGuard({ redisUrl, dataFolder, limits }: Configuration): SpaceGuard | undefined {
  return redisUrl === undefined ? new SpaceGuard({ folder: dataFolder, minimum: minFreeBytes({ limits }) }) : undefined;
}

async function identityRules({ identity, trustedProxies, policyFile }: Configuration): Promise<IdentityRules> {
  const policy = policyFile === undefined ? undefined : await loadPolicy(policyFile);
  if (identity.mode === 'proxy') return { verifier: new ProxyIdentity(trustedProxies), forReading: false, policy };
  const { JwtIdentity } = await import('../http/identity/jwt-identity.ts');
  return { verifier: new JwtIdentity(identity), forReading: true, policy };
}

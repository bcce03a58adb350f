import type { Logger } from 'pino';
import type { Configuration } from '../base/config/configuration.ts';
import { RepeatedWarnings } from '../base/log/repeated-warnings.ts';
import { isStoreFailure } from '../base/problem/app-error.ts';
import { messageOf } from '../base/problem/message-of.ts';
import { usualPace } from '../base/timers/pace.ts';
import { sleep } from '../base/timers/timers.ts';
import { warmUpMetaSchemas } from '../language/safe-patterns/inspect-schema.ts';
import { closedRedis, untilUsable, type RedisAddress } from '../store/redis/connect-redis.ts';
import { OwnRedisServer } from '../store/redis/own-redis-server.ts';
import { identityRules } from './identity-rules.ts';
import { loadModules, openParts, type Report } from './open-parts.ts';
import { openStore, untilAvailable } from './open-store.ts';
import { loadOperatorFiles } from './operator-files.ts';
import { Teardown } from './teardown.ts';

export interface Flowgate {
  /** The URL it listens on, such as `http://127.0.0.1:3000`; undefined for a worker that serves no probes. */
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
const warmUpDelay = 1_000; // milliseconds

/**
 * Starts everything and resolves when requests are served.
 * @throws {OperatorFileError | OwnRedisError | StoreFormatError | TaskRegistryError | ConfigurationError | ListenError} with a message for the
 *   operator; nothing is left running
 */
export async function startFlowgate(configuration: Configuration, options: StartOptions): Promise<Flowgate> {
  const teardown = new Teardown();
  try {
    const url = await start(configuration, options, teardown);
    return { url, stop: () => teardown.run() };
  } catch (error) {
    // Commands that wait for an unavailable Redis would delay the error message.
    const cutOff = new AbortController();
    await Promise.race([
      teardown.run(),
      sleep(maxUndoMilliseconds, undefined, { signal: cutOff.signal }).catch(() => undefined),
    ]);
    cutOff.abort();
    throw error;
  }
}

/** @returns the URL it listens on */
async function start(
  configuration: Configuration,
  { logger, onLost }: StartOptions,
  teardown: Teardown,
): Promise<string | undefined> {
  const warnings = new RepeatedWarnings(logger);
  const report: Report = (error, what) => warnings.warn({ what, reason: messageOf(error) }, 'failed; will be retried');
  const onOutage = (error: unknown) => warnings.warn({ reason: messageOf(error) }, 'Redis is unreachable');
  const identity = await identityRules(configuration);
  const { receivers, locks, controllers } = await loadOperatorFiles(configuration);
  const loading = loadModules(configuration, logger);
  loading.catch(() => undefined); // awaited below, unless something fails before
  const address = await startRedis(configuration, { logger, onLost }, teardown);
  const redis = closedRedis(address, onOutage);
  const { opened, close } = openStore(redis, address, { logger, onLost, onOutage });
  teardown.add(close);
  const modules = await loading;
  const isOpened = await within(opened, maxConnect);
  const { parts, abilities, metrics, ping, requireControllers } = await openParts(configuration, modules, {
    redis,
    receivers,
    locks,
    controllers,
    maxConnect,
    logger,
    report,
    teardown,
  });
  const stopping = new AbortController();
  teardown.add(async () => stopping.abort());
  const startWork = async () => {
    await opened;
    await untilAvailable(requireControllers, {
      isOutage: isStoreFailure,
      onOutage,
      stopped: stopping.signal,
    });
    if (stopping.signal.aborted || modules.worker === undefined) return;
    teardown.add(modules.worker.startWorking({ ...parts, abilities, address, pace: usualPace }));
  };
  const working = startWork();
  if (!isOpened || !(await within(working, maxConnect))) working.catch(onLost);
  if (modules.http === undefined || metrics === undefined) return undefined;
  const server = await modules.http.serveHttp(configuration, {
    services: abilities.services,
    logger,
    identity,
    metrics,
    tracing: parts.tracing,
    checks: { redis: ping, ...parts.engines.current?.checks },
    alternatives: parts.engines.current?.alternativeChecks,
    ready: untilUsable(redis, maxConnect),
  });
  teardown.add(() => server.stop());
  // Not at once: those who wait for the start come first.
  void sleep(warmUpDelay, undefined, { signal: stopping.signal, ref: false }).then(warmUpMetaSchemas, () => undefined);
  if (isOpened) void abilities.services.flows.warmUp();
  return server.url;
}

/** Whether a promise has resolved within this time. @throws its rejection */
async function within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const cutOff = new AbortController();
  const timeOut = sleep(milliseconds, false, { signal: cutOff.signal }).catch(() => false);
  return Promise.race([promise.then(() => true), timeOut]).finally(() => cutOff.abort());
}

async function startRedis(
  { redisUrl, dataFolder, ownRedisBytes }: Configuration,
  { logger, onLost }: StartOptions,
  teardown: Teardown,
): Promise<RedisAddress> {
  if (redisUrl !== undefined) return { url: redisUrl };
  const report = (message: string) => logger.warn(message);
  const server = await OwnRedisServer.start({ dataFolder, maxBytes: ownRedisBytes, report, onLost });
  teardown.add(() => server.stop());
  return { socketPath: server.socketPath };
}

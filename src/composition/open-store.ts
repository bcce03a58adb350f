import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { packageVersion } from '../base/config/package-root.ts';
import { setInterval, sleep } from '../base/timers/timers.ts';
import { keepStoreFormat, openStoreFormat } from '../store/migrations/redis-store-format.ts';
import { forgetUser, noteMilliseconds, noteUser } from '../store/migrations/redis-store-users.ts';
import { StoreFormatError } from '../store/migrations/store-format-error.ts';
import { connectWaitingRedis, type RedisAddress, type RedisConnection } from '../store/redis/connect-redis.ts';

const pauseMilliseconds = 1_000;

export interface OpenStore {
  /** Resolves when the store has our format and is connected. Rejects with StoreFormatError alone. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly logger: Logger;
  /** Called if the store is taken over by a newer Flowgate or by a restore. */
  readonly onLost: (error: Error) => void;
  /** Called with each failed attempt to reach it. */
  readonly onOutage: (error: unknown) => void;
}

/**
 * Connects to the store once it has the format of this Flowgate; until then, all its commands fail as during an outage.
 * From then on, notes that this process uses it.
 * @param redis a closed connection
 */
export function openStore(
  redis: RedisConnection,
  address: RedisAddress,
  { logger, onLost, onOutage }: OpenStoreOptions,
): OpenStore {
  const version = packageVersion();
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const stopped = new AbortController();
  const noteAndCheck = () => Promise.all([noteUser(redis, name, new Date()), keepStoreFormat(redis, version)]);
  const opened = (async () => {
    await untilFormat(address, { version, logger, onOutage, stopped: stopped.signal });
    if (stopped.signal.aborted) await new Promise(() => undefined); // nothing may start anymore
    await redis.connect().catch(() => undefined); // reported by its event; ioredis retries
    // Registered before the check: a restore that begins now sees this process, or this process sees the restore.
    await noteAndCheck().catch(async (error: unknown) => {
      if (!(error instanceof StoreFormatError)) return; // an outage, after which both are done again
      await forgetUser(redis, name).catch(() => undefined); // forgotten soon
      throw error;
    });
  })();
  opened.catch(() => undefined); // the caller may look later
  const watch = setInterval(() => {
    if (redis.status === 'ready')
      noteAndCheck().catch((error: unknown) => {
        if (error instanceof StoreFormatError) onLost(error);
      }); // an outage shows elsewhere
  }, noteMilliseconds).unref();
  return {
    opened,
    close: async () => {
      stopped.abort();
      clearInterval(watch);
      if (redis.status === 'ready') await forgetUser(redis, name).catch(() => undefined); // forgotten soon
      redis.disconnect();
    },
  };
}

/** Brings the store to our format, on a connection of its own; waits as long as Redis is unavailable. */
async function untilFormat(
  address: RedisAddress,
  {
    version,
    logger,
    onOutage,
    stopped,
  }: Pick<OpenStoreOptions, 'logger' | 'onOutage'> & {
    readonly version: string;
    readonly stopped: AbortSignal;
  },
): Promise<void> {
  const redis = connectWaitingRedis(address);
  redis.on('error', onOutage);
  const disconnect = () => redis.disconnect();
  stopped.addEventListener('abort', disconnect);
  try {
    await untilAvailable(() => openStoreFormat(redis, { version, report: (message) => logger.info(message) }), {
      isOutage: (error) => !(error instanceof StoreFormatError),
      onOutage,
      stopped,
    });
  } finally {
    stopped.removeEventListener('abort', disconnect);
    disconnect();
  }
}

/** Repeats a step until it succeeds, or until it is stopped. Rejects with what is no outage. */
export async function untilAvailable(
  step: () => Promise<void>,
  {
    isOutage,
    onOutage,
    stopped,
  }: Pick<OpenStoreOptions, 'onOutage'> & {
    readonly isOutage: (error: unknown) => boolean;
    readonly stopped: AbortSignal;
  },
): Promise<void> {
  while (!stopped.aborted) {
    try {
      return await step();
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (!stopped.aborted) onOutage(error);
    }
    await sleep(pauseMilliseconds, undefined, { signal: stopped }).catch(() => undefined); // rejects when stopped
  }
}

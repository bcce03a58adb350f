import { Redis, type RedisOptions } from 'ioredis';

export type RedisConnection = Redis;

/** Where a Redis listens. */
export type RedisAddress = { readonly url: string } | { readonly socketPath: string };

const options: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 2_000,
  // A Redis that hangs is as bad as one that is down: the client is told so instead of waiting.
  commandTimeout: 5_000,
  // From then on requests fail at once, until it answers a new connection.
  socketTimeout: 5_000,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // A write that was under way when the connection broke may have been done; only its author can know what to do.
  autoResendUnfulfilledCommands: false,
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
};

/**
 * A connection that fails at once while Redis is away and comes back by itself.
 * @param report is told the reason of each lost connection
 */
export function connectRedis(address: RedisAddress, report: (error: Error) => void): Redis {
  const redis =
    'url' in address ? new Redis(address.url, options) : new Redis({ ...options, path: address.socketPath });
  redis.on('error', report);
  redis.connect().catch(() => undefined); // reported by the event above; the next attempts follow by themselves
  return redis;
}

/** A connection for a worker, which waits for as long as Redis is away and for as long as there is nothing to do. */
export function connectWaitingRedis(address: RedisAddress): Redis {
  const waiting: RedisOptions = { maxRetriesPerRequest: null, retryStrategy: options.retryStrategy };
  return 'url' in address ? new Redis(address.url, waiting) : new Redis({ ...waiting, path: address.socketPath });
}

/** Resolves when the connection can be used, or after the given time when it still cannot. */
export function untilUsable(redis: Redis, milliseconds: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

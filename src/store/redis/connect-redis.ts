import { Redis, type RedisOptions } from 'ioredis';

export type RedisConnection = Redis;

/** The address of a Redis. */
export type RedisAddress = { readonly url: string } | { readonly socketPath: string };

const options: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 2_000,
  // A hanging Redis is as bad as a stopped one: requests fail instead of waiting.
  commandTimeout: 5_000,
  // After this time requests fail immediately, until Redis accepts a new connection.
  socketTimeout: 5_000,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // A write in progress when the connection was lost may have been executed; only the caller knows what to do then.
  autoResendUnfulfilledCommands: false,
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
};

/**
 * A connection that fails immediately while Redis is unavailable and reconnects automatically.
 * @param report called with the reason of each lost connection
 */
export function connectRedis(address: RedisAddress, report: (error: Error) => void): Redis {
  const redis = closedRedis(address, report);
  redis.connect().catch(() => undefined); // reported by the event; ioredis retries
  return redis;
}

/** As `connectRedis`, but it also fails until `connect` is called. */
export function closedRedis(address: RedisAddress, report: (error: Error) => void): Redis {
  const redis =
    'url' in address ? new Redis(address.url, options) : new Redis({ ...options, path: address.socketPath });
  redis.on('error', report);
  // A lazy connection that was never closed would open by its first command.
  redis.disconnect();
  return redis;
}

/** A connection for a worker, which waits as long as Redis is unavailable or there is nothing to do. */
export function connectWaitingRedis(address: RedisAddress): Redis {
  const waiting: RedisOptions = { maxRetriesPerRequest: null, retryStrategy: options.retryStrategy };
  return 'url' in address ? new Redis(address.url, waiting) : new Redis({ ...waiting, path: address.socketPath });
}

/** Resolves when the connection is ready, or after the given time if it is not. */
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

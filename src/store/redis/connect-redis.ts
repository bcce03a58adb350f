import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import { readRedisUrl } from '../../base/config/redis-url.ts';
import { setTimeout } from '../../base/timers/timers.ts';

export type RedisConnection = Redis;

/** The address of a Redis. */
export type RedisAddress = { readonly url: string } | { readonly socketPath: string };

const retryPause = (attempt: number): number => Math.min(50 * attempt, 1_000);

/** With replies as they arrive. */
type ClientOptions = RedisOptions & { readonly replyMapping?: 'legacy' };

const options: ClientOptions = {
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
  retryStrategy: retryPause,
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
  const redis = openClient(address, options);
  redis.on('error', report);
  // A lazy connection that was never closed would open by its first command.
  redis.disconnect();
  return redis;
}

/** A connection for a worker, which waits as long as Redis is unavailable or there is nothing to do. */
export function connectWaitingRedis(address: RedisAddress): Redis {
  // If a cluster fails the check, ioredis reconnects, but never settles the first `connect`, for which BullMQ waits:
  // a worker that reconnects during a failover would take no more work.
  const clusterSettings: ClusterOptions = { enableReadyCheck: false };
  return openClient(address, { maxRetriesPerRequest: null, retryStrategy: retryPause }, clusterSettings);
}

/**
 * A connection for one job that must see the same server throughout: it waits for Redis at first, and is
 * closed for good once it was lost, because another server may answer then, or the same one not know how far it was.
 */
export function connectRedisOnce(address: RedisAddress): Redis {
  let wasReady = false;
  const redis = openClient(address, {
    connectTimeout: 2_000,
    socketTimeout: 60_000,
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: false,
    reconnectOnError: () => false,
    retryStrategy: (attempt) => (wasReady ? null : retryPause(attempt)),
  });
  redis.once('ready', () => (wasReady = true));
  return redis;
}

function openClient(address: RedisAddress, settings: ClientOptions, clusterSettings: ClusterOptions = {}): Redis {
  if ('socketPath' in address) return new BatchingRedis({ ...settings, path: address.socketPath });
  const target = readRedisUrl(address.url);
  if (target === undefined || target.kind === 'server') return new BatchingRedis(address.url, settings);
  const { username, password, db, isEncrypted, hosts, name } = target;
  const shared: ClientOptions = {
    ...settings,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
  };
  if (target.kind === 'sentinel')
    return new BatchingRedis({
      ...shared,
      ...(db !== undefined && { db }),
      name: name ?? '',
      sentinels: [...hosts],
      ...(password !== undefined && { sentinelPassword: password }),
      enableTLSForSentinelMode: isEncrypted,
      // ioredis takes `tls` for the servers alone: without this, the sentinels would get the password in clear text.
      ...(isEncrypted && { sentinelTLS: {} }),
      ...(settings.retryStrategy && { sentinelRetryStrategy: settings.retryStrategy }),
      // What was the master may answer for a while after a failover, but accepts no writes.
      reconnectOnError: settings.reconnectOnError ?? ((error: Error) => error.message.startsWith('READONLY')),
    });
  const { lazyConnect, enableOfflineQueue, retryStrategy, ...perNode } = shared;
  const cluster = new Cluster([...hosts], {
    lazyConnect,
    enableOfflineQueue,
    redisOptions: perNode,
    clusterRetryStrategy: (attempt: number) => retryStrategy?.(attempt) ?? null,
    slotsRefreshTimeout: 2_000,
    ...clusterSettings,
  });
  // It has the same commands; all keys are in one slot, so none of them needs more than one server.
  return cluster as unknown as Redis;
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

/**
 * A connection that writes all commands of one turn of the event loop to its socket together: those of every request that
 * arrived or went on in it. Each write of its own would cost a system call here and in Redis.
 * `enableAutoPipelining` of ioredis does the same with a pipeline, whose promises cost more than the writes.
 */
class BatchingRedis extends Redis {
  #isHeld = false;

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    if (!this.#isHeld && this.status === 'ready') this.#holdWrites();
    return super.sendCommand(command, stream);
  }

  #holdWrites(): void {
    const socket = this.stream;
    this.#isHeld = true;
    socket.cork();
    // After everything that arrived on any socket: `nextTick` would be after the socket at hand.
    setImmediate(() => {
      this.#isHeld = false;
      socket.uncork();
    });
  }
}

import { Redis } from 'ioredis';
import { sleep } from '../../base/timers/timers.ts';

/**
 * `absent`: nothing listens there. `failed`: a Redis listens but did not answer: still loading, shutting down or too
 * busy.
 */
export type RedisAnswer = 'absent' | { readonly value: unknown } | { readonly failed: true };

/** Sends one command to the Redis on a Unix socket, on a dedicated connection. */
export async function askRedis(socketPath: string, question: (redis: Redis) => Promise<unknown>): Promise<RedisAnswer> {
  const redis = new Redis({
    path: socketPath,
    lazyConnect: true,
    retryStrategy: () => null,
    enableReadyCheck: false,
    disableClientInfo: true,
    connectTimeout: 1_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
  });
  let isAbsent = false;
  redis.on('error', ({ code }: NodeJS.ErrnoException) => (isAbsent = code === 'ENOENT' || code === 'ECONNREFUSED'));
  try {
    await redis.connect();
    return { value: await question(redis) };
  } catch {
    return isAbsent ? 'absent' : { failed: true };
  } finally {
    redis.disconnect();
  }
}

/** Resolves when Redis has loaded its data and answers, or when the wait is aborted. */
export async function untilAnswering(socketPath: string, waiting: AbortSignal): Promise<void> {
  while (!waiting.aborted) {
    const answer = await askRedis(socketPath, (redis) => redis.ping());
    if (answer !== 'absent' && 'value' in answer) return;
    await sleep(10);
  }
}

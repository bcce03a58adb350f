import type { Redis } from 'ioredis';
import { connectRedis } from '../../src/store/redis/connect-redis.ts';
import { RedisProcess } from '../../test/support/flowgate-fleet.ts';
import { isReady } from '../../test/support/redis.ts';

/** A Redis that several processes share, and that writes every change to disk before it responds. */
export interface MeasuredRedis {
  /** The settings of a gateway that uses it. */
  readonly environment: Readonly<Record<'REDIS_URL' | 'FLOWGATE_KEY', string>>;
  readonly connection: Redis;
  /** CPU time of the server so far, in milliseconds. */
  cpuTime(): Promise<number>;
  /** Memory of all data, in bytes. */
  memory(): Promise<number>;
}

/** Removes the Redis and its data after the work. */
export async function withRedis<Result>(work: (redis: MeasuredRedis) => Promise<Result>): Promise<Result> {
  const server = await RedisProcess.start();
  const connection = connectRedis({ url: server.url }, () => undefined);
  /** A figure of `INFO`. */
  const figure = async (name: string) =>
    Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(await connection.info())?.[1]);
  try {
    await isReady(connection);
    return await work({
      environment: { REDIS_URL: server.url, FLOWGATE_KEY: 'a key for the bench alone' },
      connection,
      cpuTime: async () => 1000 * ((await figure('used_cpu_user')) + (await figure('used_cpu_sys'))),
      memory: () => figure('used_memory'),
    });
  } finally {
    connection.disconnect();
    server.remove();
  }
}

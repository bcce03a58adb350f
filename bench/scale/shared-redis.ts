import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { connectRedis } from '../../src/store/redis/connect-redis.ts';

/** A Redis that several processes share. */
export interface SharedRedis {
  readonly url: string;
  readonly connection: Redis;
  /** CPU time of the server so far, in milliseconds. */
  cpuTime(): Promise<number>;
  /** Memory of all data, in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a `redis-server` that writes every change to disk before it responds, as docs/explanation/scaling.md asks. */
export async function startSharedRedis(folder: string, port: number): Promise<SharedRedis> {
  mkdirSync(folder, { recursive: true });
  const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...persistence], {
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  const connection = connectRedis({ url }, () => undefined);
  // Not `once`, which rejects with the first failed attempt to connect.
  await new Promise<void>((resolve) => connection.once('ready', resolve));
  return {
    url,
    connection,
    cpuTime: async () =>
      1000 * ((await figure(connection, 'used_cpu_user')) + (await figure(connection, 'used_cpu_sys'))),
    memory: () => figure(connection, 'used_memory'),
    stop: async () => {
      connection.disconnect();
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A figure of `INFO`. */
async function figure(connection: Redis, name: string): Promise<number> {
  const [, value] = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(await connection.info()) ?? [];
  return Number(value);
}

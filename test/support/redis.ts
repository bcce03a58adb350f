import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { closedRedis, connectRedis } from '../../src/store/redis/connect-redis.ts';
import { OwnRedisServer } from '../../src/store/redis/own-redis-server.ts';
import { atProcessEnd } from './process-end.ts';

export interface TestRedis {
  readonly redis: Redis;
  readonly server: OwnRedisServer;
  stop(): Promise<void>;
}

export interface TestRedisOptions {
  /** Whether the test reads the files of the server, which contain what others have stored in a shared one. */
  readonly isOwn?: boolean;
}

/** Servers of this process that no test uses. */
const idle: TestServer[] = [];

/**
 * An empty Redis on its own socket. Its server is used again by the next test of this process, unless the test has
 * stopped or configured it, or left something connected to it.
 */
export async function startTestRedis({ isOwn = false }: TestRedisOptions = {}): Promise<TestRedis> {
  const found = (isOwn ? undefined : idle.pop()) ?? (await TestServer.start());
  const { server } = found;
  const redis = connectRedis({ socketPath: server.socketPath }, () => undefined);
  await isReady(redis);
  return {
    redis,
    server,
    stop: async () => {
      redis.disconnect();
      if (!isOwn && (await found.isReset())) idle.push(found);
      else await found.stop();
    },
  };
}

class TestServer {
  readonly server: OwnRedisServer;
  readonly #folder: string;
  readonly #processId: number | undefined;
  readonly #configuration: string;
  readonly #forget: () => void;

  static async start(): Promise<TestServer> {
    const dataFolder = temporaryFolder();
    const server = await OwnRedisServer.start({
      dataFolder,
      report: () => undefined,
      onLost: (error) => {
        throw error;
      },
    });
    return onConnection(server, async (redis) => {
      // The machine survives the tests, and synchronizing takes most of the time of a change.
      await redis.config('SET', 'appendfsync', 'no');
      return new TestServer(server, dataFolder, await configurationOf(redis));
    });
  }

  private constructor(server: OwnRedisServer, folder: string, configuration: string) {
    this.server = server;
    this.#folder = folder;
    this.#processId = server.processId;
    this.#configuration = configuration;
    // The server ends with this process.
    this.#forget = atProcessEnd(() => this.#removeFolder());
  }

  /** Empties the server; returns false if it is not as it was at its start. */
  async isReset(): Promise<boolean> {
    if (this.server.processId !== this.#processId) return false;
    return onConnection(this.server, async (redis) => {
      await redis.flushall();
      await redis.config('RESETSTAT');
      return (await configurationOf(redis)) === this.#configuration && (await isAlone(redis));
    }).catch(() => false);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.#removeFolder();
    this.#forget();
  }

  #removeFolder(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function onConnection<Result>(server: OwnRedisServer, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = closedRedis({ socketPath: server.socketPath }, () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

async function configurationOf(redis: Redis): Promise<string> {
  return JSON.stringify(await redis.config('GET', '*'));
}

/** Whether all other connections are closed; Redis sees that a moment later than they. */
async function isAlone(redis: Redis): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const clients = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    if (clients.length === 1) return true;
    await sleep(5);
  }
  return false;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flowgate-test-'));
}

export function isReady(redis: Redis): Promise<void> {
  return redis.status === 'ready' ? Promise.resolve() : new Promise((resolve) => redis.once('ready', () => resolve()));
}

/** Closes the connection; before that is done, it cannot connect again. */
export async function disconnect(redis: Redis): Promise<void> {
  const ended = once(redis, 'end');
  redis.disconnect();
  await ended;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { messageOf } from '../problem/message-of.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { makeFolder, makePrivateFolder, privateSocketPath } from './socket-folder.ts';

/** Why Flowgate's own Redis cannot start or go on, as a sentence for the operator. */
export class OwnRedisError extends Error {
  override readonly name = 'OwnRedisError';
}

export interface OwnRedisOptions {
  /** Absolute path of the data folder; made when missing. */
  readonly dataFolder: string;
  /** Told what the operator should know while it runs. */
  readonly report: (message: string) => void;
  /** Called when Redis keeps dying and is no longer started again. */
  readonly onLost: (error: OwnRedisError) => void;
}

/**
 * A `redis-server` child that listens on a Unix socket in a private folder and syncs every write to disk. It keeps its
 * data when anything is killed; after a crash of its parent the next start finds it and takes its place.
 */
export class OwnRedisServer {
  readonly socketPath: string;
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #options: OwnRedisOptions;
  #child: ChildProcess | undefined;
  #deaths: number[] = [];
  #stopping = false;

  /** @throws {OwnRedisError} when the binary is missing, the folder cannot be made or is in use, or the server does not come up */
  static async start(options: OwnRedisOptions): Promise<OwnRedisServer> {
    const folder = join(options.dataFolder, 'redis');
    makeFolders(options.dataFolder, folder);
    const lock = await lockFolder(folder);
    if (lock === undefined) throw folderInUse(options.dataFolder);
    const server = new OwnRedisServer(folder, lock, options);
    try {
      await stopOrphan(server.socketPath, options.dataFolder);
      await server.#launch();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  private constructor(folder: string, lock: FolderLock, options: OwnRedisOptions) {
    this.#folder = folder;
    this.#lock = lock;
    this.#options = options;
    this.socketPath = privateSocketPath(folder, 'redis.sock');
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  /** Lets Redis finish and write everything down; kills it when it takes longer than ten seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killer);
    }
    this.#lock.release();
  }

  async #launch(): Promise<void> {
    // A process group of its own: Ctrl-C in a terminal reaches Flowgate, which stops Redis last.
    const child = spawn('redis-server', serverArguments(this.#folder, this.socketPath), {
      cwd: this.#folder,
      detached: true,
      // Pipes of our own: it would hold an inherited one open when Flowgate is killed.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const lastLines = keepLastLines(child);
    const failure = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(startFailure(error)));
      child.once('exit', () => reject(new OwnRedisError(`redis-server ended at its start: ${lastLines()}`)));
    });
    const waiting = new AbortController();
    await Promise.race([failure, isAnswering(this.socketPath, waiting.signal)]).finally(() => waiting.abort());
    child.removeAllListeners('exit');
    child.once('exit', (code, signal) => this.#onExit(signal ?? `exit status ${code}`, lastLines()));
  }

  #onExit(reason: string, lastLines: string): void {
    if (this.#stopping) return;
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < 60_000), now];
    if (this.#deaths.length > mostDeathsPerMinute) {
      this.#options.onLost(new OwnRedisError(`redis-server ended ${this.#deaths.length} times within a minute, the last time with ${reason}: ${lastLines}`));
      return;
    }
    this.#options.report(`redis-server ended with ${reason}; starting it again`);
    this.#launch().catch((error: unknown) => {
      if (!this.#stopping) this.#options.onLost(error instanceof OwnRedisError ? error : new OwnRedisError(String(error)));
    });
  }
}

const mostDeathsPerMinute = 5;

function serverArguments(folder: string, socketPath: string): string[] {
  const settings = {
    port: '0',
    unixsocket: socketPath,
    unixsocketperm: '700',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

function keepLastLines(child: ChildProcess): () => string {
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-2_000);
    });
  }
  return () => tail.trim().split('\n').slice(-3).join(' ') || 'it said nothing';
}

function startFailure(error: NodeJS.ErrnoException): OwnRedisError {
  if (error.code !== 'ENOENT') return new OwnRedisError(`redis-server cannot be started: ${error.message}`);
  return new OwnRedisError('redis-server is not installed; install it (on Debian: apt-get install redis-server), or set REDIS_URL to a Redis that runs elsewhere');
}

function makeFolders(dataFolder: string, folder: string): void {
  try {
    makeFolder(dataFolder);
    makePrivateFolder(folder);
  } catch (error) {
    const reason = messageOf(error);
    throw new OwnRedisError(`The data folder ${dataFolder} cannot be used (${reason}); set FLOWGATE_DATA to a folder that this user may write to`);
  }
}

function folderInUse(dataFolder: string): OwnRedisError {
  return new OwnRedisError(`The data folder ${dataFolder} is in use by another Flowgate; stop that one, or set FLOWGATE_DATA to another folder`);
}

/** Resolves when Redis has loaded its data and answers, or when nobody waits any more. */
async function isAnswering(socketPath: string, waiting: AbortSignal): Promise<void> {
  while (!waiting.aborted) {
    const answer = await ask(socketPath, (redis) => redis.ping());
    if (answer === 'PONG') return;
    await sleep(10);
  }
}

/**
 * Ends the Redis of a Flowgate that was killed. Its owner would still be connected to it: with any other client it is
 * in use, perhaps from another container that shares the folder.
 */
async function stopOrphan(socketPath: string, dataFolder: string): Promise<void> {
  for (;;) {
    const clients = await ask(socketPath, (redis) => redis.client('LIST'));
    if (typeof clients !== 'string') return;
    if (clients.trim().split('\n').length > 1) throw folderInUse(dataFolder);
    await ask(socketPath, (redis) => redis.shutdown('NOSAVE'));
    await sleep(20);
  }
}

/** One question on a connection of its own; undefined when nobody answers. */
async function ask(socketPath: string, question: (redis: Redis) => Promise<unknown>): Promise<unknown> {
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
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await question(redis);
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

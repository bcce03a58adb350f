import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../problem/message-of.ts';
import { askRedis, untilAnswering } from './ask-redis.ts';
import { endedByFullDisk } from './full-disk.ts';
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
 * data when anything is killed, and ends when its parent does, in whatever way; a start in between waits for that.
 */
export class OwnRedisServer {
  readonly socketPath: string;
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #options: OwnRedisOptions;
  #child: ChildProcess | undefined;
  #deaths: number[] = [];
  readonly #stopping = new AbortController();

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
    this.#stopping.abort();
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
    const child = spawn(
      '/bin/sh',
      ['-c', guardedStart, 'redis-server', ...serverArguments(this.#folder, this.socketPath)],
      {
        cwd: this.#folder,
        detached: true,
        // Pipes of our own: it would hold an inherited one open when Flowgate is killed. The last one is the lifeline.
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    const lifeline = child.stdio[3];
    lifeline?.on('error', () => undefined); // its guard may have ended first
    child.once('exit', () => lifeline?.destroy());
    const lastLines = keepLastLines(child);
    const failure = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(new OwnRedisError(`redis-server cannot be started: ${error.message}`)));
      child.once('exit', (code) =>
        reject(
          code === notFoundStatus
            ? notInstalled()
            : new OwnRedisError(`redis-server ended at its start: ${lastLines()}`),
        ),
      );
    });
    const waiting = new AbortController();
    await Promise.race([failure, untilAnswering(this.socketPath, waiting.signal)]).finally(() => waiting.abort());
    child.once('exit', (code, signal) => void this.#onExit(signal ?? `exit status ${code}`, lastLines()));
  }

  /** Starts it again, for as long as a full disk is the reason why it ends, else a few times within a minute. */
  async #onExit(reason: string, lastLines: string): Promise<void> {
    for (let [why, lines] = [reason, lastLines]; !this.#stopping.signal.aborted;) {
      const now = Date.now();
      this.#deaths = [...this.#deaths.filter((time) => now - time < minute), now];
      const isFull = await endedByFullDisk(this.#folder, lines);
      if (!isFull && this.#deaths.length > maxDeathsPerMinute) {
        this.#options.onLost(
          new OwnRedisError(
            `redis-server ended ${this.#deaths.length} times within a minute, the last time with ${why}: ${lines}`,
          ),
        );
        return;
      }
      await this.#pauseBeforeStart(why, isFull);
      if (this.#stopping.signal.aborted) return;
      try {
        return await this.#launch();
      } catch (error) {
        const lost = error instanceof OwnRedisError ? error : new OwnRedisError(String(error));
        [why, lines] = ['a failed start', lost.message];
        if (!this.#stopping.signal.aborted && !(await endedByFullDisk(this.#folder, lines)))
          return this.#options.onLost(lost);
      }
    }
  }

  async #pauseBeforeStart(reason: string, isFull: boolean): Promise<void> {
    const pause = isFull ? Math.min(250 * 2 ** (this.#deaths.length - 1), maxPause) : 0;
    const what = isFull
      ? `because its disk is full (${this.#folder}); starting it again in ${pause / 1000} s`
      : 'starting it again';
    this.#options.report(`redis-server ended with ${reason}${isFull ? ' ' : '; '}${what}`);
    await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // stopped
  }
}

const minute = 60_000;
const maxDeathsPerMinute = 5;
// Space that has come back is used soon after.
const maxPause = 5_000;

/**
 * Becomes redis-server, and leaves a guard beside it that reads from a pipe (file descriptor 3) whose other end only
 * Flowgate holds: it ends when Flowgate does, even by SIGKILL, and then Redis is told to stop. `$$` is the shell's own id
 * also in the guard, and the shell's id becomes that of redis-server.
 */
const guardedStart = '(read -r _ <&3; kill -TERM $$) >/dev/null 2>&1 & exec redis-server "$@" 3<&-';
/** Of a shell that has not found the program. */
const notFoundStatus = 127;

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
  return () => tail.trim().split('\n').slice(-5).join(' ') || 'it said nothing';
}

function notInstalled(): OwnRedisError {
  return new OwnRedisError(
    'redis-server is not installed; install it (on Debian: apt-get install redis-server), or set REDIS_URL to a Redis that runs elsewhere',
  );
}

function makeFolders(dataFolder: string, folder: string): void {
  try {
    makeFolder(dataFolder);
    makePrivateFolder(folder);
  } catch (error) {
    const reason = messageOf(error);
    throw new OwnRedisError(
      `The data folder ${dataFolder} cannot be used (${reason}); set FLOWGATE_DATA to a folder that this user may write to`,
    );
  }
}

function folderInUse(dataFolder: string): OwnRedisError {
  return new OwnRedisError(
    `The data folder ${dataFolder} is in use by another Flowgate; stop that one, or set FLOWGATE_DATA to another folder`,
  );
}

// A Redis that was told to stop writes what it has in less time.
const maxOrphanMilliseconds = 10_000;

/**
 * Ends the Redis of a Flowgate that was killed, or waits until it has ended: two on one folder would spoil its data. Its
 * owner would still be connected to it: with any other client it is in use, perhaps from another container that shares
 * the folder.
 */
async function stopOrphan(socketPath: string, dataFolder: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < maxOrphanMilliseconds; await sleep(20)) {
    const answer = await askRedis(socketPath, (redis) => redis.client('LIST'));
    if (answer === 'absent') return;
    if ('value' in answer) {
      if (String(answer.value).trim().split('\n').length > 1) throw folderInUse(dataFolder);
      await askRedis(socketPath, (redis) => redis.shutdown('NOSAVE'));
    }
  }
  throw new OwnRedisError(
    `A redis-server that an earlier Flowgate left in the data folder ${dataFolder} does not end; stop it`,
  );
}

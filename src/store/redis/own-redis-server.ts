import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/problem/message-of.ts';
import { setTimeout, sleep } from '../../base/timers/timers.ts';
import { askRedis, untilAnswering } from './ask-redis.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { makeFolder, makePrivateFolder, privateSocketPath } from './socket-folder.ts';

/** Why Flowgate's own Redis cannot start or continue, as a message for the operator. */
class OwnRedisError extends Error {
  override readonly name = 'OwnRedisError';
}

export interface OwnRedisOptions {
  /** Absolute path of the data folder; created if missing. */
  readonly dataFolder: string;
  /** Max bytes of its data in memory; beyond them, it rejects what needs more. No limit by default. */
  readonly maxBytes?: number;
  /** Called with messages for the operator while it runs. */
  readonly report: (message: string) => void;
  /** Called when Redis keeps exiting and is no longer restarted. */
  readonly onLost: (error: OwnRedisError) => void;
  /** The system, for tests. */
  readonly platform?: NodeJS.Platform;
}

/**
 * A `redis-server` child process that listens on a Unix socket in a private folder and syncs every write to disk. Its
 * data survives a kill of any process. It exits when its parent does, for any reason; the next start waits for that.
 */
export class OwnRedisServer {
  readonly socketPath: string;
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #options: OwnRedisOptions;
  #child: ChildProcess | undefined;
  #deaths: number[] = [];
  readonly #stopping = new AbortController();

  /**
   * @throws {OwnRedisError} on Windows, or if the binary is missing, the folder cannot be created or is in use, or the
   *   server does not start
   */
  static async start(options: OwnRedisOptions): Promise<OwnRedisServer> {
    // Windows has neither a shell for its guard nor a redis-server.
    if ((options.platform ?? process.platform) === 'win32') throw notOnWindows();
    const folder = join(options.dataFolder, 'redis');
    makeFolders(options.dataFolder, folder);
    const lock = await lockFolder(folder);
    if (lock === undefined) throw folderInUse(options.dataFolder);
    const server = new OwnRedisServer(folder, lock, options);
    try {
      await stopOrphan(server.socketPath, options.dataFolder);
      removeUnfinished(folder);
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
    this.socketPath = privateSocketPath(folder, socketName);
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  /** Stops Redis after it has written its data; kills it if that takes longer than ten seconds. */
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
    // A separate process group: Ctrl-C in a terminal reaches only Flowgate, which stops Redis last.
    const child = spawn(
      '/bin/sh',
      ['-c', guardedStart, 'redis-server', ...serverArguments(this.#folder, this.socketPath, this.#options.maxBytes)],
      {
        cwd: this.#folder,
        detached: true,
        // Dedicated pipes: Redis would keep an inherited one open when Flowgate is killed. The last one is the
        // lifeline.
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    const lifeline = child.stdio[3];
    lifeline?.on('error', () => undefined); // its guard may have exited first
    child.once('exit', () => lifeline?.destroy());
    const lastLines = keepLastLines(child);
    const failure = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(new OwnRedisError(`redis-server could not be started: ${error.message}`)));
      child.once('exit', (code) =>
        reject(
          code === notFoundStatus
            ? notInstalled()
            : new OwnRedisError(`redis-server exited during startup: ${lastLines()}`),
        ),
      );
    });
    const waiting = new AbortController();
    await Promise.race([failure, untilAnswering(this.socketPath, waiting.signal)]).finally(() => waiting.abort());
    child.once('exit', (code, signal) => void this.#onExit(signal ?? `exit status ${code}`, lastLines()));
  }

  /** Restarts Redis: as long as a full disk is the cause, otherwise a few times within a minute. */
  async #onExit(reason: string, lastLines: string): Promise<void> {
    for (let [why, lines] = [reason, lastLines]; !this.#stopping.signal.aborted;) {
      const now = Date.now();
      this.#deaths = [...this.#deaths.filter((time) => now - time < minute), now];
      const isFull = await endedByFullDisk(this.#folder, lines);
      if (!isFull && this.#deaths.length > maxDeathsPerMinute) {
        this.#options.onLost(
          new OwnRedisError(
            `redis-server exited ${this.#deaths.length} times within a minute, the last time with ${why}: ${lines}`,
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
      ? `because its disk is full (${this.#folder}); restarting it in ${pause / 1000} s`
      : 'restarting it';
    this.#options.report(`redis-server exited with ${reason}${isFull ? ' ' : '; '}${what}`);
    await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // rejects when stopped
  }
}

/** The socket of the Redis that runs on a data folder, if one does. */
export function ownSocketPath(dataFolder: string): string {
  return privateSocketPath(join(dataFolder, 'redis'), socketName);
}

const socketName = 'redis.sock';
const minute = 60_000;
const maxDeathsPerMinute = 5;
// Freed space is detected soon after.
const maxPause = 5_000;

/**
 * Becomes redis-server, and leaves a guard process beside it that reads from a pipe (file descriptor 3) whose other end
 * only Flowgate holds: the read ends when Flowgate exits, even by SIGKILL, and the guard then stops Redis. `$$` is the
 * shell's PID, also in the guard, and it becomes the PID of redis-server.
 */
const guardedStart = '(read -r _ <&3; kill -TERM $$) >/dev/null 2>&1 & exec redis-server "$@" 3<&-';
/** The exit status of a shell that did not find the program. */
const notFoundStatus = 127;

function serverArguments(folder: string, socketPath: string, maxBytes = 0): string[] {
  const settings = {
    port: '0',
    unixsocket: socketPath,
    unixsocketperm: '700',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    maxmemory: String(maxBytes),
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
  return () => tail.trim().split('\n').slice(-5).join(' ') || 'no output';
}

/** Messages of Redis when it cannot append to its file, or write one at startup. */
const fullDiskLines = /No space left on device|Disk quota exceeded|Short write while writing to the AOF/;
// Redis may have removed what it could not write completely.
const fullDiskBytes = 1024 * 1024;

/** Whether a Redis with its data in a folder has exited because the disk is full. @param lastLines its last output */
export async function endedByFullDisk(folder: string, lastLines: string): Promise<boolean> {
  if (fullDiskLines.test(lastLines)) return true;
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks > 0 && bavail * bsize < fullDiskBytes;
  } catch {
    return false; // the next start will show the reason
  }
}

function notInstalled(): OwnRedisError {
  return new OwnRedisError(
    'redis-server is not installed. Install it (on Debian: apt-get install redis-server; on macOS: brew install redis), or set REDIS_URL to an existing Redis',
  );
}

function notOnWindows(): OwnRedisError {
  return new OwnRedisError('Flowgate starts its own Redis only on Linux and macOS. Set REDIS_URL to an existing Redis');
}

function makeFolders(dataFolder: string, folder: string): void {
  try {
    makeFolder(dataFolder);
    makePrivateFolder(folder);
  } catch (error) {
    const reason = messageOf(error);
    throw new OwnRedisError(
      `The data folder ${dataFolder} cannot be used (${reason}). Set FLOWGATE_DATA to a folder that this user can write to`,
    );
  }
}

/** Removes what a Redis that was killed had not finished writing: it removes only files of its own process. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^temp-(?:rewriteaof-(?:bg-)?)?\d+\.(?:aof|rdb)$/.test(name)) rmSync(join(folder, name), { force: true });
}

function folderInUse(dataFolder: string): OwnRedisError {
  return new OwnRedisError(
    `The data folder ${dataFolder} is already in use by another Flowgate. Stop that one, or set FLOWGATE_DATA to another folder`,
  );
}

// A Redis that is shutting down needs less time to write its data.
const maxOrphanMilliseconds = 10_000;

/**
 * Stops the Redis of a Flowgate that was killed, or waits until it has exited, because two on one folder would corrupt
 * its data. If it has any other client, the folder is in use, possibly by another container that shares it: a running
 * owner is always connected to it.
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
    `A redis-server that an earlier Flowgate left running in the data folder ${dataFolder} does not exit. Stop it`,
  );
}

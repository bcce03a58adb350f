import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { scriptEnvironment } from '../../../base/config/script-environment.ts';
import { setTimeout } from '../../../base/timers/timers.ts';
import { localPrograms } from './agent-script.ts';
import { reaperName } from './script-reaper.ts';

// Each write wakes the helper up.
const pauseMilliseconds = 100;

export interface WatchedExecution {
  readonly mark: string;
  /** Its folder. */
  readonly folder: string;
  /** The path of its cgroup. */
  readonly cgroup?: string | undefined;
}

/**
 * A helper process that ends the scripts of all executions of this process when that ends, even with KILL: it waits for
 * the end of a pipe that only this process holds open. One is enough, because starting a process takes as long as most
 * scripts. It is started for the first script, again if it has ended, and does not keep this process alive. If it cannot
 * start, executions run anyway.
 */
class KeepWatch {
  /** What the helper must know of each execution, by mark. */
  readonly #lines = new Map<string, string>();
  /** What it does not know yet. */
  readonly #untold = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #input: Writable | undefined;

  /** @param ids the processes of its running scripts, also of the one that has just started */
  scriptStarted(execution: WatchedExecution, ids: Iterable<number>): void {
    this.#note(execution, ids);
    this.#tell();
  }

  /** @param ids as above; one has just ended, which need not be told at once: nothing else has its number so soon */
  scriptEnded(execution: WatchedExecution, ids: Iterable<number>): void {
    this.#note(execution, ids);
    this.#tellSoon();
  }

  /** All its processes have ended. */
  executionEnded({ mark }: WatchedExecution): void {
    this.#lines.delete(mark);
    this.#untold.set(mark, mark);
    if (this.#lines.size > 0) this.#tellSoon();
    else this.#tell(); // this process may end, too
  }

  #note({ mark, folder, cgroup = '' }: WatchedExecution, ids: Iterable<number>): void {
    const line = [mark, [...ids].join(' '), escaped(folder), escaped(cgroup)].join('|');
    this.#lines.set(mark, line);
    this.#untold.set(mark, line);
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => this.#tell(), pauseMilliseconds).unref();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#input === undefined && this.#lines.size > 0) this.#start();
    const lines = this.#untold.values();
    this.#input?.write([...lines, ''].join('\n'));
    this.#untold.clear();
  }

  #start(): void {
    const child = spawn('/bin/sh', ['-c', localPrograms().keepWatch, 'flowgate-keep-watch', reaperName], {
      cwd: '/',
      env: scriptEnvironment(),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Undefined if this process has no file descriptor left.
    const input = child.stdin as Socket | undefined;
    this.#input = input;
    const end = () => {
      if (this.#input === input) this.#input = undefined;
    };
    child.on('error', end);
    child.on('exit', end);
    input?.on('error', end);
    child.unref();
    input?.unref();
    for (const [mark, line] of this.#lines) this.#untold.set(mark, line);
  }
}

export const keepWatch = new KeepWatch();

/** For `printf %b`: a path may contain what separates fields and lines. */
function escaped(path: string): string {
  return path.replaceAll(/[\\|\n]/g, (character) => `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

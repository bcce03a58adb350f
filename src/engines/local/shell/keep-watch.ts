import { spawn, type ChildProcess } from 'node:child_process';
import { localPrograms } from './agent-script.ts';
import { reaperName } from './script-reaper.ts';

export interface KeepWatchOptions {
  readonly mark: string;
  /** The folder of the execution. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The path of the cgroup of the execution. */
  readonly cgroup?: string | undefined;
}

/**
 * A helper process that ends the scripts of an execution when this process ends, even with KILL: it waits for the end
 * of a pipe that only this process holds open.
 */
export class KeepWatch {
  readonly #child: ChildProcess;

  /** If it cannot start, the execution runs anyway. */
  constructor({ mark, folder, environment, cgroup = '' }: KeepWatchOptions) {
    const program = ['-c', localPrograms().keepWatch, 'flowgate-keep-watch'];
    this.#child = spawn('/bin/sh', [...program, mark, folder, cgroup, reaperName], {
      cwd: '/',
      env: environment,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child.on('error', () => undefined);
    this.#child.stdin?.on('error', () => undefined);
  }

  /** @param ids the processes of the scripts that run */
  watch(ids: Iterable<number>): void {
    this.#child.stdin?.write(`${[...ids].join(' ')}\n`);
  }

  close(): void {
    this.#child.kill('SIGKILL');
    this.#child.stdin?.destroy();
  }
}

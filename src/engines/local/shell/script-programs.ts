import { randomUUID } from 'node:crypto';
import { enterText, type ExecutionCgroup } from './execution-cgroup.ts';
import type { ExecutionLog } from './execution-log.ts';
import { markVariable } from './execution-mark.ts';
import { sendSignal, withReaper, type ExecutionProcesses } from './execution-processes.ts';
import { keepWatch, type WatchedExecution } from './keep-watch.ts';
import { closePipe, outputPipes, type OutputPipe } from './output-pipes.ts';
import { scriptReaper } from './script-reaper.ts';
import { failureOf, runShell, type ShellEnd } from './shell-process.ts';

export interface ScriptProgramsOptions {
  readonly mark: string;
  /** The folder of the execution. */
  readonly folder: string;
  /** The system variables that scripts see. */
  readonly environment: Readonly<Record<string, string>>;
  /** The span of a task (W3C `traceparent`), which its scripts find in TRACEPARENT; undefined when tracing is disabled. */
  readonly traceparent?: ((path: string) => string | undefined) | undefined;
  readonly processes: ExecutionProcesses;
  readonly cgroup?: ExecutionCgroup | undefined;
  readonly log: ExecutionLog;
}

export interface ScriptProgram {
  /** Shell. */
  readonly text: string;
  /** The path of the task. */
  readonly path: string;
  /** The absolute path of the working folder. */
  readonly workspace: string;
  /** In whole seconds; undefined without a limit. */
  readonly limit: number | undefined;
  /** Whether others may run at the same time. */
  readonly isConcurrent: boolean;
  /** The private folder of a task's script; undefined for a download. */
  readonly own?: string;
}

// Only for a hanging program: programs enforce their own limit.
const extraSeconds = 60;

/** Runs the programs of an execution in shells, several at a time. */
export class ScriptPrograms {
  readonly #options: ScriptProgramsOptions;
  /** As the process knows it that watches over scripts, once one has started; the cgroup only where it is usable. */
  #watched: WatchedExecution | undefined;
  /** The processes that run. */
  readonly #running = new Set<number>();

  constructor(options: ScriptProgramsOptions) {
    this.#options = options;
  }

  /** Whether any program has started. */
  get hasRun(): boolean {
    return this.#watched !== undefined;
  }

  /** Ends the running processes. */
  kill(): void {
    for (const id of this.#running) sendSignal(-id, 'SIGKILL');
  }

  /** Ends the watch over them; they must have ended. */
  close(): void {
    if (this.#watched !== undefined) keepWatch.executionEnded(this.#watched);
  }

  /** @param requireOpen throws if nothing may start anymore */
  async run(program: ScriptProgram, stop: AbortSignal, requireOpen: () => void): Promise<ShellEnd> {
    let pipe: OutputPipe;
    try {
      pipe = await outputPipes.take(this.#options);
    } catch (error) {
      return failureOf(error);
    }
    try {
      requireOpen();
    } catch (error) {
      closePipe(pipe);
      throw error;
    }
    const { folder, log, processes } = this.#options;
    const { text, path, workspace, limit, isConcurrent, own } = program;
    const watched = this.#watch();
    const stream = log.stream(path, { isConcurrent });
    const cgroup = isConcurrent ? this.#innerCgroup() : undefined;
    let ids: readonly number[] = [];
    const end = await runShell({
      text,
      workspace,
      folder,
      preamble: watched.cgroup && enterText(cgroup?.path ?? watched.cgroup),
      reaper: watched.cgroup === undefined ? scriptReaper() : undefined,
      pipe,
      environment: this.#environmentOf(program),
      output: (bytes) => stream.push(bytes),
      watch: (id) => {
        if (id === undefined) {
          this.#running.delete(ids[0] ?? 0);
          keepWatch.scriptEnded(watched, this.#running);
          return;
        }
        this.#running.add(id);
        ids = isConcurrent ? withReaper(id) : [id];
        keepWatch.scriptStarted(watched, this.#running);
      },
      stop,
      // Alone, nothing of it may escape; beside others, only what is certainly its own ends.
      force: () => processes.end(0, isConcurrent ? { ids, folder: own, cgroup } : undefined),
      ...(limit !== undefined && { timeout: (limit + extraSeconds) * 1000 }),
    });
    await cgroup?.remove();
    requireOpen();
    await stream.end();
    return end;
  }

  #environmentOf({ path, workspace }: ScriptProgram): Readonly<Record<string, string>> {
    const { environment, traceparent, mark } = this.#options;
    const trace = traceparent?.(path);
    return {
      ...environment,
      ...(trace !== undefined && { TRACEPARENT: trace }),
      WORKSPACE: workspace,
      [markVariable]: mark,
    };
  }

  #watch(): WatchedExecution {
    const { mark, folder, cgroup } = this.#options;
    return (this.#watched ??= { mark, folder, cgroup: cgroup?.create() === true ? cgroup.path : undefined });
  }

  /** A cgroup for one of several programs. */
  #innerCgroup(): ExecutionCgroup | undefined {
    return this.#watched?.cgroup === undefined ? undefined : this.#options.cgroup?.inner(`script-${randomUUID()}`);
  }
}

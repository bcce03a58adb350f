import { randomUUID } from 'node:crypto';
import { enterText, type ExecutionCgroup } from './execution-cgroup.ts';
import type { ExecutionLog } from './execution-log.ts';
import { markVariable } from './execution-mark.ts';
import { sendSignal, withReaper, type ExecutionProcesses } from './execution-processes.ts';
import { KeepWatch } from './keep-watch.ts';
import { OutputPipes } from './output-pipes.ts';
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
  readonly #pipes: OutputPipes;
  #watch: KeepWatch | undefined;
  /** Its path; undefined on a machine without usable cgroups. */
  #cgroup: string | undefined;
  /** The processes that run. */
  readonly #running = new Set<number>();

  constructor(options: ScriptProgramsOptions) {
    this.#options = options;
    this.#pipes = new OutputPipes(options);
  }

  /** Whether any program has started. */
  get hasRun(): boolean {
    return this.#watch !== undefined;
  }

  /** Ends the running processes. */
  kill(): void {
    for (const id of this.#running) sendSignal(-id, 'SIGKILL');
  }

  /** Ends the process that watches over them; they must have ended. */
  close(): void {
    this.#watch?.close();
  }

  /** @param requireOpen throws if nothing may start anymore */
  async run(program: ScriptProgram, stop: AbortSignal, requireOpen: () => void): Promise<ShellEnd> {
    try {
      await this.#pipes.prepare();
    } catch (error) {
      return failureOf(error);
    }
    requireOpen();
    const { folder, log, processes } = this.#options;
    const { text, path, workspace, limit, isConcurrent, own } = program;
    const watch = this.#watched();
    const stream = log.stream(path, { isConcurrent });
    const cgroup = isConcurrent ? this.#innerCgroup() : undefined;
    let ids: readonly number[] = [];
    const end = await runShell({
      text,
      workspace,
      folder,
      preamble: this.#cgroup && enterText(cgroup?.path ?? this.#cgroup),
      reaper: this.#cgroup === undefined ? scriptReaper() : undefined,
      pipes: this.#pipes,
      environment: this.#environmentOf(program),
      output: (bytes) => stream.push(bytes),
      watch: (id) => {
        if (id === undefined) this.#running.delete(ids[0] ?? 0);
        else {
          this.#running.add(id);
          ids = isConcurrent ? withReaper(id) : [id];
        }
        watch.watch(this.#running);
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

  /** The helpers for all programs of an execution. */
  #watched(): KeepWatch {
    if (this.#watch === undefined) {
      const { mark, folder, environment, cgroup } = this.#options;
      if (cgroup?.create()) this.#cgroup = cgroup.path;
      this.#watch = new KeepWatch({ mark, folder, environment, cgroup: this.#cgroup });
    }
    return this.#watch;
  }

  /** A cgroup for one of several programs. */
  #innerCgroup(): ExecutionCgroup | undefined {
    return this.#cgroup === undefined ? undefined : this.#options.cgroup?.inner(`script-${randomUUID()}`);
  }
}

import { mkdir } from 'node:fs/promises';
import { defaultMaxLogBytes } from '../../../base/config/allowed-values.ts';
import { scriptEnvironment } from '../../../base/config/script-environment.ts';
import { SecretMask } from '../../../base/masking/secret-mask.ts';
import { sleep as pause } from '../../../base/timers/timers.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import { FlowRun, type RunEnd, type SegmentPause } from '../interpreter/flow-run.ts';
import type { PassedInputs } from '../interpreter/passed-inputs.ts';
import type { Clock, RunReport, TaskMocks, WaitPort } from '../interpreter/run-ports.ts';
import type { SegmentBegin } from '../interpreter/segment-begin.ts';
import { ExecutionCgroup } from './execution-cgroup.ts';
import { ExecutionLog } from './execution-log.ts';
import { executionMark } from './execution-mark.ts';
import { ExecutionProcesses } from './execution-processes.ts';
import type { OpenFile } from './input-files.ts';
import { OutputFiles, type OutputFilesOptions } from './output-files.ts';
import { RunKilled, ShellRunner } from './shell-runner.ts';
import { Workspaces } from './workspaces.ts';

export interface LocalExecutionOptions {
  readonly plan: FlowPlan;
  /** Complete and checked values, with defaults. */
  readonly passed: PassedInputs;
  /** Masked in the log and the outputs, also line by line. */
  readonly secrets: readonly string[];
  /** Absolute path of a folder only for this execution (created with mode 0700): workspaces and files of scripts. */
  readonly folder: string;
  /**
   * The folder for workspaces that keep files between executions, one execution at a time; without it, they are in
   * `folder`.
   */
  readonly keptFolder?: string;
  /** Where output files are kept. */
  readonly artifacts: OutputFilesOptions;
  /** The content of a file that Flowgate passes, by FileSource.id. */
  readonly openFile: OpenFile;
  readonly report: RunReport;
  /** Resolves once something new may start; at once by default. */
  readonly ready?: () => Promise<void>;
  /** The span of a task; undefined when tracing is disabled. */
  readonly traceparent?: (path: string) => string | undefined;
  /** In tests of flows. */
  readonly mocks?: TaskMocks | undefined;
  /** As `RunPorts.waits`. */
  readonly waits?: WaitPort | undefined;
  /** As `RunPorts.waitProblem`. */
  readonly waitProblem?: () => string | undefined;
  readonly searches: SearchRunner;
  /** As `RunPorts.named`. */
  readonly named?: ReadonlyMap<string, string>;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Its id, for tasks that refer to it. */
  readonly executionId?: string | undefined;
  /** Whether scripts run in a cgroup if possible; true by default, false in tests of the fallbacks. */
  readonly usesCgroup?: boolean;
  /** The limit of the log, 32 MiB by default; of a longer one, only the beginning and the end are kept. */
  readonly maxLogBytes?: number;
}

// Milliseconds for processes that a flow left behind, as on an agent.
const grace = 5000;
// Milliseconds for a killed execution to notice that its processes have ended.
const maxNotice = 2000;

/** An execution of a planned flow on this machine. An instance runs once. */
export class LocalExecution {
  readonly #options: LocalExecutionOptions;
  readonly #mask: SecretMask;
  readonly #processes: ExecutionProcesses;
  readonly #cgroup: ExecutionCgroup | undefined;
  readonly #workspaces: Workspaces;
  readonly #log: ExecutionLog;
  readonly #runner: ShellRunner;
  readonly #flow: FlowRun;
  readonly #killed = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: LocalExecutionOptions) {
    const { plan, secrets, folder, artifacts, openFile, report, clock = systemClock } = options;
    const mark = executionMark(folder);
    this.#options = options;
    this.#mask = new SecretMask(secrets);
    const cgroup = (this.#cgroup = options.usesCgroup === false ? undefined : ExecutionCgroup.of(mark));
    this.#processes = new ExecutionProcesses({ mark, folder, cgroup });
    this.#workspaces = new Workspaces({ folder, keptFolder: options.keptFolder ?? folder });
    const log = (this.#log = new ExecutionLog({
      report,
      mask: this.#mask,
      maxBytes: options.maxLogBytes ?? defaultMaxLogBytes,
    }));
    this.#runner = new ShellRunner({
      mark,
      folder,
      environment: scriptEnvironment(),
      traceparent: options.traceparent,
      workspaces: this.#workspaces,
      processes: this.#processes,
      cgroup,
      outputFiles: new OutputFiles(artifacts, (text) => this.#mask.apply(text)),
      log,
      openFile,
      onKept: (path, files) => report.keeps?.(path, files),
      ready: options.ready,
    });
    this.#flow = new FlowRun(plan, {
      runner: this.#runner,
      mocks: options.mocks,
      waits: options.waits && this.#masking(options.waits),
      waitProblem: options.waitProblem,
      clock: {
        now: () => clock.now(),
        sleep: async (milliseconds, stop) => {
          await clock.sleep(milliseconds, AbortSignal.any([stop, this.#killed.signal]));
          this.#runner.requireOpen();
        },
        ...(clock.together !== undefined && { together: (steps) => clock.together?.(steps) ?? Promise.resolve() }),
      },
      report: {
        task: (change) => report.task(change),
        attempt: (change) => report.attempt?.(change),
        items: (path, counts) => report.items?.(path, counts),
        carries: (read) => report.carries?.(read),
        log: (text, path) => {
          this.#runner.requireOpen();
          return log.write(text, path);
        },
      },
      searches: options.searches,
      named: options.named,
      random: options.random ?? Math.random,
      executionId: options.executionId,
      mask: (text) => this.#mask.apply(text),
    });
  }

  /** Runs the flow as a whole; as `FlowRun.run`. Never rejects because of the tasks. */
  run(): Promise<RunEnd> {
    return this.#noted((passed) => this.#flow.run(passed));
  }

  /** Runs the flow until it ends or waits. Never rejects because of the tasks. */
  runSegment(begin?: SegmentBegin): Promise<RunEnd | SegmentPause> {
    return this.#noted((passed) => this.#flow.runSegment(passed, begin));
  }

  #noted<End extends RunEnd | SegmentPause>(run: (passed: PassedInputs) => Promise<End>): Promise<End | RunEnd> {
    const running = this.#run(run);
    this.#running = running.catch(() => undefined);
    return running;
  }

  /**
   * Like the stop button in Jenkins: ends the running task, then final tasks run; each further call ends a final task.
   */
  stop(): void {
    this.#flow.stop();
  }

  /** Stops tasks like Flowgate's own stop, which ends no final task (docs/reference/executions.md#stop). */
  stopTasks(): void {
    this.#flow.stopTasks();
  }

  /**
   * Ends everything immediately, without final tasks and stop scripts; resolves when no process is left.
   */
  async kill(): Promise<void> {
    this.#killed.abort();
    this.#runner.kill();
    await this.#processes.end(0);
    await Promise.race([this.#running, pause(maxNotice, undefined, { ref: false })]);
  }

  /** Removes the folder (not the artifacts). */
  async remove(): Promise<void> {
    await removeTree(this.#options.folder);
  }

  /** Waits that also mask the secrets that people enter. */
  #masking(waits: WaitPort): WaitPort {
    return {
      wait: async (request, stop) => {
        const answer = await waits.wait(request, stop);
        if (answer.state === 'SUCCESS' && answer.secrets !== undefined) await this.#mask.add(answer.secrets);
        return answer;
      },
    };
  }

  async #run<End extends RunEnd | SegmentPause>(run: (passed: PassedInputs) => Promise<End>): Promise<End | RunEnd> {
    const { folder, passed } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      return {
        state: 'FAILED',
        reason: `The folder of the execution cannot be used: ${String(error)}`,
        outputs: new Map(),
      };
    }
    try {
      await this.#mask.prepare();
      const end = await run(passed);
      return 'reason' in end ? { ...end, reason: this.#mask.apply(end.reason ?? '') } : end;
    } catch (error) {
      if (error instanceof RunKilled) return { state: 'KILLED', outputs: new Map() };
      throw error;
    } finally {
      // Few leave processes behind, and a look at all processes of the machine takes longer than most scripts.
      if (this.#runner.hasRun && this.#cgroup?.removeEmpty() !== true) {
        await this.#processes.end(grace);
        await this.#cgroup?.remove();
      }
      this.#runner.close();
      await this.#log.end();
      await this.#workspaces.clear();
    }
  }
}

/** After a crash: ends the processes that a LocalExecution with this folder left behind, and removes the folder. */
export async function endLeftovers(folder: string): Promise<void> {
  const mark = executionMark(folder);
  const cgroup = ExecutionCgroup.of(mark);
  await new ExecutionProcesses({ mark, folder, cgroup }).end(grace);
  await cgroup?.remove();
  await removeTree(folder);
}

const systemClock: Clock = {
  now: Date.now,
  sleep: async (milliseconds, stop) => {
    await pause(milliseconds, undefined, { signal: stop }).catch(() => undefined);
  },
};

import type { TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { WaitEnd } from '../../../language/execution-plan/segment.ts';
import { PieceTooLarge } from '../../../language/task-types/evaluate-piece.ts';
import { BlockRun } from './block-run.ts';
import type { TaskAttempt } from './block-task.ts';
import type { Frame } from './frame.ts';
import { retryDelay } from './retry-delay.ts';
import type { AttemptChange } from './run-ports.ts';
import type { RunState } from './run-state.ts';
import { LimitReached, RunFailure, WaitBegins } from './stop-control.ts';
import { actionOf, referenceProblem, waitTextsOf } from './task-action.ts';
import { TaskSteps, usesWorkspace, type RunChild, type StepWork } from './task-steps.ts';

/** A task with everything that is evaluated before it starts; a retry does not evaluate it again. */
export interface PreparedTask {
  readonly plan: TaskPlan;
  readonly frame: Frame;
  readonly path: string;
  readonly runs: boolean;
  readonly problem: string | undefined;
  readonly work: StepWork | { readonly kind: 'block' };
  hasBegun: boolean;
}

/** Runs tasks: their conditions, attempts and outputs. */
export class TaskRun {
  readonly #state: RunState;
  readonly #steps: TaskSteps;
  readonly #blocks: BlockRun;

  constructor(state: RunState, runChild: RunChild) {
    this.#state = state;
    this.#steps = new TaskSteps(state, runChild);
    this.#blocks = new BlockRun(state, (tasks, frame) => this.runAll(tasks, frame));
  }

  /** Runs tasks one after another. @throws {Stopped | RunFailure} as soon as one of them fails */
  async runAll(tasks: readonly TaskPlan[], frame: Frame): Promise<void> {
    for (const plan of tasks) await this.run(await this.prepare(plan, frame));
    this.#state.requireTimeLeft(frame);
  }

  /** Evaluates a task. @throws {RunFailure} if its condition cannot be evaluated, or no time is left */
  async prepare(plan: TaskPlan, frame: Frame): Promise<PreparedTask> {
    const { runIf, properties } = plan.task;
    const { type, work } = plan;
    const path = frame.pathOf(plan.task.id);
    const hasWaited = this.#endOfWait(plan, path) !== undefined;
    const problem =
      work.kind === 'steps' || work.kind === 'block'
        ? referenceProblem(type.texts(properties), (name) => frame.value(name))
        : undefined;
    const prepared = {
      plan,
      frame,
      path,
      runs: runIf === undefined || hasWaited || (await this.#state.isMet(runIf.condition, frame)),
      ...this.#workOf(plan, frame, path),
      ...(problem !== undefined && { problem }),
      hasBegun: false,
    };
    this.#state.requireTimeLeft(frame);
    return prepared;
  }

  /** The work of a task, or why it cannot be done. */
  #workOf(plan: TaskPlan, frame: Frame, path: string): Pick<PreparedTask, 'work' | 'problem'> {
    try {
      return { work: this.#filledWork(plan, frame, path), problem: undefined };
    } catch (error) {
      if (!(error instanceof PieceTooLarge)) throw error;
      return { work: { kind: 'message', message: '' }, problem: runSentences.textTooLarge };
    }
  }

  #filledWork(plan: TaskPlan, frame: Frame, path: string): PreparedTask['work'] {
    const { type, work } = plan;
    const { ports } = this.#state;
    const end = this.#endOfWait(plan, path);
    if (end !== undefined) return { kind: 'waited', end };
    const mock = ports.mocks?.find(plan, path);
    if (mock !== undefined) return { kind: 'mock', mock };
    const value = (name: string): string => frame.value(name);
    if (work.kind === 'wait') return { ...work, texts: waitTextsOf(type, work.view, { value, mask: ports.mask }) };
    return work.kind === 'steps' ? actionOf(type, work.view, value) : work;
  }

  /** How a task has waited, if the segment begins after it. */
  #endOfWait({ work }: TaskPlan, path: string): WaitEnd | undefined {
    const { begin } = this.#state;
    return work.kind === 'wait' && begin?.from === path ? begin.ended : undefined;
  }

  /**
   * Runs a task if its condition is true.
   * @throws {Stopped | RunFailure} unless its failure is tolerated
   */
  async run(task: PreparedTask): Promise<void> {
    const { onFailure } = task.plan;
    if (!task.runs && this.#state.countTask(task.frame, 'task') === undefined) {
      this.#state.note(task.path, 'SKIPPED');
      return;
    }
    try {
      await this.#runNoted(task);
    } catch (error) {
      if (onFailure === undefined || !(error instanceof RunFailure) || error instanceof LimitReached) throw error;
      await this.#state.log(error.message, task.path);
      if (onFailure === 'WARNING') this.#state.hasWarning = true;
    }
    this.#state.carried.taskEnded(task.frame);
  }

  async #runNoted(task: PreparedTask): Promise<void> {
    const { frame, path } = task;
    const { id } = task.plan.task;
    if (task.work.kind !== 'waited') frame.stops.check();
    task.hasBegun = true;
    try {
      await reported(
        (state, reason) => this.#state.note(path, state, reason),
        async () => {
          this.#count(task);
          if (task.problem !== undefined) throw new RunFailure(runSentences.taskFailed(id, task.problem));
          await this.#runAttempts(task, await this.#begin(task));
        },
      );
    } catch (error) {
      if (error instanceof RunFailure) frame.scope.flow.failed = { id, failure: error };
      throw error;
    }
  }

  /** @throws {LimitReached} */
  #count({ plan, work, frame, runs }: PreparedTask): void {
    const isInner = work.kind === 'call' || work.kind === 'missing';
    const kind = !runs ? 'task' : work.kind === 'block' ? 'block' : isInner ? undefined : 'task';
    const problem = kind && this.#state.countTask(frame, kind);
    if (problem !== undefined) throw new LimitReached(runSentences.taskFailed(plan.task.id, problem));
  }

  /** What each attempt of a task does. */
  async #begin({ plan, work, frame, path }: PreparedTask): Promise<TaskAttempt> {
    if (work.kind !== 'block') return (inner) => this.#steps.run({ plan, work, path, frame: inner });
    if (plan.work.kind !== 'block') throw new TypeError(`Not a block: ${path}`);
    return this.#blocks.begin(plan, plan.work.block, frame);
  }

  /** Retries a failed task according to its policy, but never after a stop. */
  async #runAttempts({ plan, frame, path, work }: PreparedTask, attempt: TaskAttempt): Promise<void> {
    const { ports } = this.#state;
    const { retry, workerGroup, keepWorkspace: keeps } = plan;
    // A task of another worker group has a workspace of its own.
    const runOnce = (): Promise<void> =>
      workerGroup === undefined || !usesWorkspace(work)
        ? attempt(frame)
        : this.#state.at({ workerGroup, keeps }, frame, attempt);
    for (let number = 1; ; number++) {
      try {
        await reported((state, reason) => this.#state.noteAttempt(path, state, reason), runOnce);
        return;
      } catch (error) {
        const isRetried = error instanceof RunFailure && !(error instanceof LimitReached);
        if (!isRetried || retry === undefined || number >= retry.maxAttempt) throw error;
        const pause = retryDelay(retry, number, { random: ports.random, left: this.#state.timeLeft(frame) });
        if (pause === undefined) throw error;
        const next = runSentences.nextAttempt(error.message, `${number + 1}`, `${retry.maxAttempt}`, `${pause}`);
        await this.#state.log(next, path);
        await frame.stops.during((stop) => ports.clock.sleep(pause, stop));
      }
    }
  }
}

/** Runs a step, and reports how it begins and ends. @throws what the step throws */
async function reported(
  report: (state: AttemptChange['state'], reason?: string) => void,
  step: () => Promise<void>,
): Promise<void> {
  report('RUNNING');
  try {
    await step();
  } catch (error) {
    if (error instanceof RunFailure) report('FAILED', error.message);
    else if (!(error instanceof WaitBegins)) report('KILLED');
    throw error;
  }
  report('SUCCESS');
}

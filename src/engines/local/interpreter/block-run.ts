import type { BlockPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { sharedTaskIds } from '../../../language/execution-plan/plan-tasks.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { BlockTask, RunAll, TaskAttempt } from './block-task.ts';
import { runBranches } from './branches.ts';
import { someFailed } from './failed-labels.ts';
import type { Frame } from './frame.ts';
import { LoopRun } from './loop-run.ts';
import { flag, numberOf } from './piece-values.ts';
import type { RunState } from './run-state.ts';
import { LimitReached, RunFailure } from './stop-control.ts';
import { wholeSeconds } from './task-steps.ts';
import { UntilRun } from './until-run.ts';

/** Runs blocks, by the kinds of their control; it knows no task type. */
export class BlockRun {
  readonly #state: RunState;
  readonly #runAll: RunAll;

  constructor(state: RunState, runAll: RunAll) {
    this.#state = state;
    this.#runAll = runAll;
  }

  /**
   * Evaluates a block. @param frame around it
   * @returns what each attempt does
   * @throws {RunFailure} for invalid values
   */
  async begin(plan: TaskPlan, block: BlockPlan, frame: Frame): Promise<TaskAttempt> {
    const path = frame.pathOf(plan.task.id);
    const attempt = await this.#attemptOf({ plan, block, path }, frame);
    const ids = plan.retry === undefined ? [] : sharedTaskIds(block);
    return (outer) => {
      for (const id of ids) outer.scope.forgetOutputs(id);
      return this.#limited(plan, outer.with({ path }), attempt);
    };
  }

  /** @returns an attempt, with a frame inside the block */
  async #attemptOf({ plan, block, path }: BlockTask, frame: Frame): Promise<TaskAttempt> {
    switch (block.kind) {
      case 'sequence':
        return (inner) => this.#runAll(block.tasks, inner);
      case 'choice': {
        const tasks = await this.#choose(block, frame);
        return tasks === undefined ? async () => undefined : (inner) => this.#runAll(tasks, inner);
      }
      case 'branches': {
        const concurrency = numberOf(block.concurrency, plan, frame) ?? block.tasks.length;
        const failFast = flag(block.failFast, plan, frame);
        return (inner) => this.#runBranches({ plan, block, path }, inner, { concurrency, failFast });
      }
      case 'loop': {
        const loop = LoopRun.begin({ plan, block, path }, frame, this.#state, this.#runAll);
        return (inner) => loop.attempt(inner);
      }
      case 'until': {
        const until = new UntilRun({ plan, block, path }, this.#state, this.#runAll);
        const maxAttempt = numberOf(block.maxAttempt, plan, frame);
        return (inner) => until.attempt(inner, maxAttempt);
      }
    }
  }

  /** Runs an attempt within the block's own timeout, which is the reason for any failure after it. */
  async #limited({ task }: TaskPlan, frame: Frame, attempt: TaskAttempt): Promise<void> {
    if (task.timeout === undefined) return attempt(frame);
    const { seconds } = task.timeout;
    const message = runSentences.taskTimedOut(task.id, `${wholeSeconds(seconds * 1000)}`);
    const own = this.#state.deadlineAfter(seconds, message);
    if (frame.deadline !== undefined && frame.deadline.at <= own.at) return attempt(frame);
    const limited = frame.with({ deadline: own });
    try {
      await attempt(limited);
    } catch (error) {
      if (error instanceof RunFailure) this.#state.requireTimeLeft(limited);
      throw error;
    }
  }

  async #choose(
    { value, choices }: BlockTask<'choice'>['block'],
    frame: Frame,
  ): Promise<readonly TaskPlan[] | undefined> {
    const text = value === undefined ? undefined : frame.fill(value);
    for (const { tasks, condition, equals } of choices) {
      if (equals !== undefined && equals !== text) continue;
      if (condition === undefined || (await this.#state.isMet(condition, frame))) return tasks;
    }
    return undefined;
  }

  async #runBranches(
    { plan, block: { tasks, ownWorkspaces } }: BlockTask<'branches'>,
    frame: Frame,
    options: { readonly concurrency: number; readonly failFast: boolean },
  ): Promise<void> {
    const { clock } = this.#state.ports;
    const isConcurrent = frame.isConcurrent || (options.concurrency > 1 && tasks.length > 1);
    const failed = await runBranches(frame.stops, {
      ...options,
      count: tasks.length,
      clock,
      run: async (index, stops) => {
        const branch = frame.with({ stops, isConcurrent });
        const run = (inner: Frame): Promise<void> => this.#runAll(tasks.slice(index, index + 1), inner);
        await (ownWorkspaces ? this.#state.inOwnFolder(branch, run) : run(branch));
      },
    });
    this.#state.requireTimeLeft(frame);
    const limitProblem = this.#state.limitProblem(frame);
    if (limitProblem !== undefined) throw new LimitReached(runSentences.taskFailed(plan.task.id, limitProblem));
    if (failed.length === 0) return;
    const labels = failed.map((index) => tasks[index]?.task.id ?? '');
    throw new RunFailure(someFailed(plan.task.id, labels, { total: tasks.length, what: 'branches' }));
  }
}

import type { FlowPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { WaitEnd } from '../../../language/execution-plan/segment.ts';
import type { Task } from '../../../language/flow/flow.ts';
import { isSeparate } from '../../../language/flow/separate-calls.ts';
import { executionField, type Wait, type WaitTexts } from '../../../language/flow/wait.ts';
import { setOutputTexts } from './block-outputs.ts';
import { FlowScope } from './flow-scope.ts';
import type { Frame } from './frame.ts';
import { callInputs, type PassedInputs } from './passed-inputs.ts';
import type { ScriptEnd, TaskMock } from './run-ports.ts';
import type { RunState } from './run-state.ts';
import { RunFailure, Stopped, WaitBegins } from './stop-control.ts';
import { lastObject, takeOutputs, type ReturnedFields } from './take-outputs.ts';
import type { TaskAction } from './task-action.ts';

/** A flow that a task calls, with the values passed to it. */
export interface ChildRun {
  readonly frame: Frame;
  readonly passed: PassedInputs;
  /** In seconds; of the task or of the flow itself. */
  readonly timeout: number | undefined;
  /** Milliseconds of it that have passed before. */
  readonly elapsed?: number;
  /** Why the flow fails at the timeout; undefined if it is its own. */
  readonly tooLate?: string | undefined;
}

/** Runs a called flow; returns its outputs. */
export type RunChild = (child: ChildRun) => Promise<ReturnedFields>;

/** What a task does that is no block. */
export type StepWork =
  | TaskAction
  | { readonly kind: 'call'; readonly plan: FlowPlan }
  | { readonly kind: 'missing'; readonly flow: string }
  | { readonly kind: 'wait'; readonly wait: Wait; readonly texts: WaitTexts }
  /** A wait that has ended before the segment began. */
  | { readonly kind: 'waited'; readonly end: WaitEnd }
  | { readonly kind: 'mock'; readonly mock: TaskMock };

/** One attempt of such a task. */
export interface StepAttempt {
  readonly plan: TaskPlan;
  readonly path: string;
  readonly frame: Frame;
  readonly work: StepWork;
}

/** Runs single attempts of tasks. */
export class TaskSteps {
  readonly #state: RunState;
  readonly #runChild: RunChild;

  constructor(state: RunState, runChild: RunChild) {
    this.#state = state;
    this.#runChild = runChild;
  }

  /** @throws {Stopped | RunFailure} */
  async run(attempt: StepAttempt): Promise<void> {
    const { plan, path, frame, work } = attempt;
    if (frame.scope.flow.files.size > 0 && usesWorkspace(work)) await this.#fetchFiles(attempt);
    switch (work.kind) {
      case 'missing':
        throw new RunFailure(runSentences.subflowMissing(work.flow));
      case 'message':
        await this.#state.log(work.message, path);
        if (Object.keys(plan.task.outputSchema).length > 0) takeFields(attempt, lastObject(work.message));
        return;
      case 'script':
        await this.#runScript(attempt, work);
        return;
      case 'call':
        takeFields(attempt, withExecution(plan.task, await this.#runCall(attempt, work.plan)));
        return;
      case 'wait':
        await this.#wait(attempt, work);
        return;
      case 'waited':
        requireWaited(work.end, plan.task.id);
        return;
      case 'mock': {
        const limit = this.#limitOf(attempt);
        const end = await frame.stops.during((stop) => work.mock.attempt(limit, stop));
        requireSuccess(end, plan.task.id, limitMessage(attempt, limit));
        takeFields(attempt, end.returned === undefined ? undefined : lastObject(end.returned));
      }
    }
  }

  async #wait(attempt: StepAttempt, { wait, texts }: Extract<StepWork, { readonly kind: 'wait' }>): Promise<void> {
    const { plan, path, frame } = attempt;
    const { clock, waits, waitProblem } = this.#state.ports;
    if (wait.kind === 'pause') {
      const limit = this.#limitOf(attempt) ?? wait.seconds;
      await frame.stops.during((stop) => clock.sleep(1000 * Math.min(wait.seconds, limit), stop));
      if (limit < wait.seconds) throw new RunFailure(limitMessage(attempt, limit));
      return;
    }
    if (waits === undefined) {
      const problem = waitProblem?.();
      if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(plan.task.id, problem));
      throw new WaitBegins(plan.task.id, texts);
    }
    const request = { path, plan, wait, texts, seconds: plan.task.timeout?.seconds };
    const answer = await this.#state.waiting(() => frame.stops.during((stop) => waits.wait(request, stop)));
    requireWaited(answer, plan.task.id);
    const problem = setOutputTexts(plan.task, answer.outputs, frame, frame);
    if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(plan.task.id, problem));
  }

  async #fetchFiles({ path, frame }: StepAttempt): Promise<void> {
    const { runner } = this.#state.ports;
    const { place, isConcurrent } = frame;
    const files = [...frame.scope.flow.files.values()];
    const request = { path, place, isConcurrent, files, limit: wholeSeconds(this.#state.timeLeft(frame)) };
    const end = await frame.stops.during((stop) => runner.fetch(request, stop));
    if (end.kind === 'stopped') throw new Stopped();
    if (end.kind !== 'failed') return;
    this.#state.requireTimeLeft(frame);
    throw new RunFailure(runSentences.fileNotDownloaded(end.input));
  }

  async #runScript(attempt: StepAttempt, action: Extract<TaskAction, { readonly kind: 'script' }>): Promise<void> {
    const { stops } = attempt.frame;
    const give = await stops.during((stop) => this.#state.slots.take(stop));
    try {
      this.#state.requireTimeLeft(attempt.frame);
      await this.#runInSlot(attempt, action);
    } finally {
      give();
    }
  }

  async #runInSlot(attempt: StepAttempt, action: Extract<TaskAction, { readonly kind: 'script' }>): Promise<void> {
    const { runner } = this.#state.ports;
    const { plan, path, frame } = attempt;
    const { place, stops, isConcurrent, environment } = frame;
    const limit = this.#limitOf(attempt);
    const returnsOutputs = Object.keys(plan.task.outputSchema).length > 0;
    const number = this.#state.nextScript();
    const script = { path, number, place, isConcurrent, action, environment, limit, returnsOutputs };
    const end = await stops.during((stop) => runner.attempt(script, stop));
    requireSuccess(end, plan.task.id, limitMessage(attempt, limit));
    const { outputFiles: patterns } = action;
    if (patterns.length > 0) await stops.during((stop) => runner.keep({ path, place, patterns }, stop));
    if (returnsOutputs) takeFields(attempt, lastObject(end.returned ?? ''), action.returns);
  }

  async #runCall(attempt: StepAttempt, child: FlowPlan): Promise<ReturnedFields> {
    const { frame, path } = attempt;
    const limit = this.#limitOf(attempt);
    const own = child.flow.timeout?.seconds;
    const takesLimit = limit !== undefined && (own === undefined || own >= limit);
    return this.#runChild({
      frame: frame.with({ scope: FlowScope.of(child, frame.scope), path, deadline: undefined }),
      passed: child.call === undefined ? new Map() : callInputs(child.call, frame),
      timeout: takesLimit ? limit : own,
      tooLate: takesLimit ? limitMessage(attempt, limit) : undefined,
    });
  }

  /** Whole seconds for the next attempt: the task's own timeout, or the rest until the deadline. */
  #limitOf({ plan: { task }, frame }: StepAttempt): number | undefined {
    const left = this.#state.timeLeft(frame);
    const own = task.timeout && task.timeout.seconds * 1000;
    return wholeSeconds(left === undefined ? own : Math.min(left, own ?? Infinity));
  }
}

/** Whether a task finds the files of inputs in its workspace. */
export function usesWorkspace({ kind }: { readonly kind: StepWork['kind'] | 'block' }): boolean {
  return kind !== 'mock' && kind !== 'wait' && kind !== 'waited';
}

/** @throws {Stopped | RunFailure} unless a wait has ended with success */
function requireWaited<End extends WaitEnd>(
  end: End,
  id: string,
): asserts end is Extract<End, { readonly state: 'SUCCESS' }> {
  if (end.state === 'KILLED') throw new Stopped();
  if (end.state === 'FAILED') throw new RunFailure(runSentences.taskFailed(id, end.reason));
}

/** Milliseconds as whole seconds, at least one. */
export function wholeSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.max(1, Math.ceil(milliseconds / 1000));
}

/**
 * Why an attempt that exceeded its limit failed: the remaining time until the deadline may be shorter than the task's
 * own limit.
 */
function limitMessage({ plan: { task }, frame: { deadline } }: StepAttempt, limit = 0): string {
  const own = wholeSeconds(task.timeout && task.timeout.seconds * 1000);
  if (deadline !== undefined && (own === undefined || own > limit)) return deadline.message;
  return runSentences.taskTimedOut(task.id, `${limit}`);
}

/** @throws {Stopped | RunFailure} unless a script has ended with status 0 */
function requireSuccess(
  end: ScriptEnd,
  id: string,
  tooLate: string,
): asserts end is Extract<ScriptEnd, { readonly kind: 'ended' }> {
  switch (end.kind) {
    case 'stopped':
      throw new Stopped();
    case 'failed':
      throw new RunFailure(runSentences.taskFailed(id, end.message));
    case 'timed-out':
      throw new RunFailure(tooLate);
    case 'ended':
      if (end.status !== 0)
        throw new RunFailure(runSentences.taskFailed(id, runSentences.scriptFailed(`${end.status}`)));
  }
}

/** An execution of its own that is inlined has no id. */
function withExecution(task: Task, returned: ReturnedFields): ReturnedFields {
  return isSeparate(task) ? new Map([...returned, [executionField, '"inlined"']]) : returned;
}

function takeFields({ plan: { task }, frame }: StepAttempt, returned: ReturnedFields | undefined, file?: string): void {
  if (Object.keys(task.outputSchema).length === 0) return;
  const problem = takeOutputs(task, returned, frame, file);
  if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(task.id, problem));
}

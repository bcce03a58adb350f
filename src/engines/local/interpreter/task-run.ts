import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import { FlowScope } from './flow-scope.ts';
import { callInputs, type PassedInputs } from './passed-inputs.ts';
import { retryDelay } from './retry-delay.ts';
import type { AttemptChange, ScriptEnd, TaskMock } from './run-ports.ts';
import type { RunState } from './run-state.ts';
import { RunFailure, Stopped } from './stop-control.ts';
import { lastObject, takeOutputs, type ReturnedFields } from './take-outputs.ts';
import { actionOf, referenceProblem, type TaskAction } from './task-action.ts';

/** A flow that a task calls, with the values passed to it. */
export interface ChildRun {
  readonly scope: FlowScope;
  readonly passed: PassedInputs;
  /** In seconds; of the task or of the flow itself. */
  readonly timeout: number | undefined;
}

/** Runs a called flow; returns its outputs. */
export type RunChild = (child: ChildRun) => Promise<ReturnedFields>;

/** A task with everything that is evaluated before it starts; a retry does not evaluate it again. */
export interface PreparedTask {
  readonly plan: TaskPlan;
  readonly scope: FlowScope;
  readonly runs: boolean;
  readonly problem: string | undefined;
  readonly work:
    | TaskAction
    | { readonly kind: 'call'; readonly plan: FlowPlan }
    | { readonly kind: 'missing'; readonly flow: string }
    | { readonly kind: 'mock'; readonly mock: TaskMock };
  hasBegun: boolean;
}

/** Evaluates a task. @throws {RunFailure} if its condition cannot be evaluated */
export async function prepareTask(plan: TaskPlan, scope: FlowScope, state: RunState): Promise<PreparedTask> {
  const { runIf, properties } = plan.task;
  const { type, work } = plan;
  return {
    plan,
    scope,
    runs: runIf === undefined || (await state.isMet(runIf.condition, scope)),
    problem: work.kind === 'steps' ? referenceProblem(type.texts(properties), (name) => scope.value(name)) : undefined,
    work: workOf(plan, scope, state),
    hasBegun: false,
  };
}

function workOf(plan: TaskPlan, scope: FlowScope, state: RunState): PreparedTask['work'] {
  const { type, work } = plan;
  const mock = state.ports.mocks?.find(plan, state.pathOf(scope, plan.task.id));
  if (mock !== undefined) return { kind: 'mock', mock };
  if (work.kind === 'block') throw new TypeError(`Blocks do not run on this machine yet: ${plan.task.id}`);
  return work.kind === 'steps' ? actionOf(type, work.view, (name) => scope.value(name)) : work;
}

/** Runs single tasks: their conditions, attempts and outputs. */
export class TaskRun {
  readonly #state: RunState;
  readonly #runChild: RunChild;

  constructor(state: RunState, runChild: RunChild) {
    this.#state = state;
    this.#runChild = runChild;
  }

  /**
   * Runs a task if its condition is true.
   * @throws {Stopped | RunFailure} unless its failure is tolerated
   */
  async run(task: PreparedTask): Promise<void> {
    const { task: declared, onFailure } = task.plan;
    if (!task.runs) {
      this.#state.note(task.scope, declared.id, 'SKIPPED');
      return;
    }
    try {
      await this.#runNoted(task);
    } catch (error) {
      if (onFailure === undefined || !(error instanceof RunFailure)) throw error;
      await this.#state.log(error.message, task.scope, declared.id);
      if (onFailure === 'WARNING') this.#state.hasWarning = true;
    }
  }

  async #runNoted(task: PreparedTask): Promise<void> {
    const { id } = task.plan.task;
    this.#state.stops.check();
    task.hasBegun = true;
    try {
      await reported(
        (state, reason) => this.#state.note(task.scope, id, state, reason),
        async () => {
          if (task.problem !== undefined) throw new RunFailure(runSentences.taskFailed(id, task.problem));
          await this.#runAttempts(task);
        },
      );
    } catch (error) {
      if (error instanceof RunFailure) task.scope.failed = { id, failure: error };
      throw error;
    }
  }

  /** Retries a failed task according to its policy, but never after a stop. */
  async #runAttempts(task: PreparedTask): Promise<void> {
    const { ports, stops } = this.#state;
    const { retry, task: declared } = task.plan;
    for (let attempt = 1; ; attempt++) {
      try {
        await reported(
          (state, reason) => this.#state.noteAttempt(task.scope, declared.id, state, reason),
          () => this.#runAttempt(task),
        );
        return;
      } catch (error) {
        if (!(error instanceof RunFailure) || retry === undefined || attempt >= retry.maxAttempt) throw error;
        const pause = retryDelay(retry, attempt, { random: ports.random, left: this.#state.timeLeft(task.scope) });
        if (pause === undefined) throw error;
        const next = runSentences.nextAttempt(error.message, `${attempt + 1}`, `${retry.maxAttempt}`, `${pause}`);
        await this.#state.log(next, task.scope, declared.id);
        await stops.during((stop) => ports.clock.sleep(pause, stop));
      }
    }
  }

  /** A task of another worker group has a workspace of its own. */
  async #runAttempt(task: PreparedTask): Promise<void> {
    const { workerGroup, keepWorkspace } = task.plan;
    if (workerGroup === undefined || task.work.kind === 'mock') await this.#runWork(task);
    else await this.#state.at({ workerGroup, keeps: keepWorkspace }, () => this.#runWork(task));
  }

  async #runWork({ plan, scope, work }: PreparedTask): Promise<void> {
    if (scope.files.size > 0 && work.kind !== 'mock') await this.#fetchFiles(plan, scope);
    switch (work.kind) {
      case 'missing':
        throw new RunFailure(runSentences.subflowMissing(work.flow));
      case 'message':
        await this.#state.log(work.message, scope, plan.task.id);
        if (Object.keys(plan.task.outputSchema).length > 0) takeFields(plan, scope, lastObject(work.message));
        return;
      case 'script':
        await this.#runScript(plan, scope, work);
        return;
      case 'call':
        takeFields(plan, scope, await this.#runCall(plan, work.plan, scope));
        return;
      case 'mock':
        await this.#runMock(plan, scope, work.mock);
    }
  }

  async #fetchFiles({ task }: TaskPlan, scope: FlowScope): Promise<void> {
    const { ports, stops, place } = this.#state;
    scope.moveFiles(ports.runner.workspace(place));
    const request = {
      path: this.#state.pathOf(scope, task.id),
      place,
      files: [...scope.files.values()],
      limit: wholeSeconds(this.#state.timeLeft(scope)),
    };
    const end = await stops.during((stop) => ports.runner.fetch(request, stop));
    if (end.kind === 'stopped') throw new Stopped();
    if (end.kind !== 'failed') return;
    this.#state.requireTimeLeft(scope);
    throw new RunFailure(runSentences.fileNotDownloaded(end.input));
  }

  async #runScript(
    plan: TaskPlan,
    scope: FlowScope,
    action: Extract<TaskAction, { readonly kind: 'script' }>,
  ): Promise<void> {
    const { ports, stops, place } = this.#state;
    const { id, outputSchema } = plan.task;
    const limit = this.#limitOf(plan, scope);
    const returnsOutputs = Object.keys(outputSchema).length > 0;
    const script = {
      path: this.#state.pathOf(scope, id),
      number: this.#state.nextScript(),
      place,
      action,
      environment: scope.environment,
      limit,
      returnsOutputs,
    };
    const end = await stops.during((stop) => ports.runner.attempt(script, stop));
    requireSuccess(end, id, limitMessage(plan, scope, limit));
    const { outputFiles: patterns } = action;
    if (patterns.length > 0)
      await stops.during((stop) => ports.runner.keep({ path: script.path, place, patterns }, stop));
    if (returnsOutputs) takeFields(plan, scope, lastObject(end.returned ?? ''));
  }

  async #runMock(plan: TaskPlan, scope: FlowScope, mock: TaskMock): Promise<void> {
    const limit = this.#limitOf(plan, scope);
    const end = await this.#state.stops.during((stop) => mock.attempt(limit, stop));
    requireSuccess(end, plan.task.id, limitMessage(plan, scope, limit));
    takeFields(plan, scope, end.returned === undefined ? undefined : lastObject(end.returned));
  }

  async #runCall(plan: TaskPlan, child: FlowPlan, scope: FlowScope): Promise<ReturnedFields> {
    const limit = this.#limitOf(plan, scope);
    const own = child.flow.timeout?.seconds;
    const inner = new FlowScope(child, scope, plan.task.id);
    const takesLimit = limit !== undefined && (own === undefined || own >= limit);
    if (takesLimit) inner.timeoutMessage = limitMessage(plan, scope, limit);
    const passed = child.call === undefined ? new Map() : callInputs(child.call, scope);
    return this.#runChild({ scope: inner, passed, timeout: takesLimit ? limit : own });
  }

  /** Whole seconds for the next attempt: the task's own timeout, or the rest of the flow's. */
  #limitOf({ task }: TaskPlan, scope: FlowScope): number | undefined {
    const left = this.#state.timeLeft(scope);
    const own = task.timeout && task.timeout.seconds * 1000;
    return wholeSeconds(left === undefined ? own : Math.min(left, own ?? Infinity));
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
    else report('KILLED');
    throw error;
  }
  report('SUCCESS');
}

/** At least one. */
function wholeSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.max(1, Math.ceil(milliseconds / 1000));
}

/**
 * Why an attempt that exceeded its limit failed: the flow's remaining time may be shorter than the task's own limit.
 */
function limitMessage({ task }: TaskPlan, scope: FlowScope, limit = 0): string {
  const own = wholeSeconds(task.timeout && task.timeout.seconds * 1000);
  if (scope.timeoutMessage !== undefined && (own === undefined || own > limit)) return scope.timeoutMessage;
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

function takeFields({ task }: TaskPlan, scope: FlowScope, returned: ReturnedFields | undefined): void {
  if (Object.keys(task.outputSchema).length === 0) return;
  const problem = takeOutputs(task, returned, scope);
  if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(task.id, problem));
}

import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { lastTasksSeconds } from '../../../execution-plan/run-limits.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import { flowOutputs } from './flow-outputs.ts';
import { FlowScope } from './flow-scope.ts';
import { initializeScope } from './initialize-scope.ts';
import type { PassedInputs } from './passed-inputs.ts';
import { setRunContext } from './run-context.ts';
import type { RunPorts } from './run-ports.ts';
import { RunState } from './run-state.ts';
import { RunFailure, Stopped } from './stop-control.ts';
import type { ReturnedFields } from './take-outputs.ts';
import { prepareTask, TaskRun, type ChildRun } from './task-run.ts';

/** How an execution has ended. */
export interface RunEnd {
  readonly state: 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED';
  /** Why it failed, as a sentence without a full stop. */
  readonly reason?: string;
  /** JSON by output. */
  readonly outputs: ReturnedFields;
}

/**
 * Runs a planned flow, task by task, as a build in Jenkins does: `templates/runtime` is equivalent, and a suite
 * compares both. An instance runs one flow.
 */
export class FlowRun {
  readonly #plan: FlowPlan;
  readonly #state: RunState;
  readonly #tasks: TaskRun;

  constructor(plan: FlowPlan, ports: RunPorts) {
    this.#plan = plan;
    this.#state = new RunState(ports, { workerGroup: undefined, keeps: plan.flow.keepWorkspace });
    this.#tasks = new TaskRun(this.#state, (child) => this.#runFlow(child, false));
  }

  /** Ends the running task; after that, only final tasks run. Each further call ends a final task. */
  stop(): void {
    this.#state.stops.request();
  }

  /**
   * As `stop`, but never ends a final task: if only those are left, a stop has no effect; in a called flow, it takes
   * effect in the caller.
   */
  stopTasks(): void {
    this.#state.stops.requestAfterFinals();
  }

  /** @param passed the complete and checked values of the execution, including defaults */
  async run(passed: PassedInputs): Promise<RunEnd> {
    const scope = new FlowScope(this.#plan);
    const timeout = this.#plan.flow.timeout?.seconds;
    try {
      const outputs = await this.#state.at(this.#state.place, () => this.#runFlow({ scope, passed, timeout }, true));
      return { state: this.#state.hasWarning ? 'WARNING' : 'SUCCESS', outputs };
    } catch (error) {
      if (error instanceof Stopped) return { state: 'KILLED', outputs: new Map() };
      if (error instanceof RunFailure) return { state: 'FAILED', reason: error.message, outputs: new Map() };
      throw error;
    }
  }

  async #runFlow({ scope, passed, timeout }: ChildRun, isChecked: boolean): Promise<ReturnedFields> {
    const { ports } = this.#state;
    const { flow, sections } = scope.plan;
    if (timeout !== undefined)
      this.#limit(scope, timeout, scope.timeoutMessage ?? runSentences.flowTimedOut(flow.id, `${timeout}`));
    await initializeScope(scope, { passed, isChecked }, this.#state);
    if (scope.notes.length > 0) await this.#state.log(scope.notes.join('\n'), scope);
    requireNoProblems(scope);
    let failure = await this.#runTasks(sections.tasks, scope);
    setRunContext(scope, { ...ports, failure });
    if (failure instanceof RunFailure && sections.errors.length > 0) {
      await this.#state.log(runSentences.flowFailed(flow.id, failure.message), scope);
      failure = (await this.#runLast(sections.errors, scope)) ?? failure;
    }
    if (sections.finally.length > 0) failure = (await this.#runFinals(sections.finally, scope)) ?? failure;
    if (failure !== undefined) throw failure;
    // A calling flow gets the values unchanged.
    const outputs = flowOutputs(scope, scope.parent === undefined ? ports.mask : (text) => text);
    requireNoProblems(scope);
    return outputs;
  }

  /** @returns what ended the tasks early */
  async #runTasks(tasks: readonly TaskPlan[], scope: FlowScope): Promise<Stopped | RunFailure | undefined> {
    try {
      for (const task of tasks) await this.#runTask(task, scope);
      this.#state.requireTimeLeft(scope);
      return undefined;
    } catch (error) {
      if (error instanceof RunFailure) return error;
      if (!(error instanceof Stopped)) throw error;
      this.#state.isStopped = true;
      return error;
    }
  }

  /** Runs error or final tasks, and ignores their failures. @returns a stop */
  async #runLast(tasks: readonly TaskPlan[], scope: FlowScope): Promise<Stopped | undefined> {
    this.#limit(scope, lastTasksSeconds, runSentences.lastTasksTimedOut(`${lastTasksSeconds}`));
    const failure = await this.#runTasks(tasks, scope);
    return failure instanceof Stopped ? failure : undefined;
  }

  /** Runs final tasks; the first stop ends only one of them. @returns a stop */
  async #runFinals(tasks: readonly TaskPlan[], scope: FlowScope): Promise<Stopped | undefined> {
    scope.survivesStop = !this.#state.isStopped;
    return (await this.#state.stops.duringFinals(() => this.#runLast(tasks, scope))) ?? scope.stop;
  }

  /**
   * Runs a task. The first stop ends only the final task that is running, not those after it; if it kept a task from
   * starting, the task still runs.
   */
  async #runTask(plan: TaskPlan, scope: FlowScope): Promise<void> {
    const task = await prepareTask(plan, scope, this.#state);
    this.#state.requireTimeLeft(scope);
    if (!scope.survivesStop) return this.#tasks.run(task);
    try {
      await this.#tasks.run(task);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      scope.survivesStop = false;
      scope.stop = error;
      if (!task.hasBegun) await this.#tasks.run(task);
    }
  }

  /** Limits the remaining tasks of a flow to this many seconds in total. */
  #limit(scope: FlowScope, seconds: number, message: string): void {
    scope.timeoutMessage = message;
    scope.deadline = this.#state.ports.clock.now() + Math.round(seconds * 1000);
  }
}

/** Ends the flow if a value is invalid. */
function requireNoProblems({ problems }: FlowScope): void {
  if (problems.length > 0) throw new RunFailure(problems.join('\n'));
}

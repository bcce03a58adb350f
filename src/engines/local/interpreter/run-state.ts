import type { TaskState } from '../../../execution-plan/task-state.ts';
import type { Condition } from '../../../language/expressions/condition.ts';
import { evaluateCondition } from '../../../language/expressions/evaluate-condition.ts';
import { SearchTooSlow } from '../../../language/expressions/pattern-searches.ts';
import type { FlowScope } from './flow-scope.ts';
import type { AttemptChange, RunPorts, TaskChange, WorkPlace } from './run-ports.ts';
import { RunFailure, StopControl } from './stop-control.ts';

/** State that the parts of a run share. */
export class RunState {
  readonly ports: RunPorts;
  readonly stops = new StopControl();
  /** Whether a stop has taken effect; then only final tasks run. */
  isStopped = false;
  /** Whether a task with `allow_failure` has failed. */
  hasWarning = false;
  #place: WorkPlace;
  #scripts = 0;

  constructor(ports: RunPorts, place: WorkPlace) {
    this.ports = ports;
    this.#place = place;
  }

  /** Where scripts currently run. */
  get place(): WorkPlace {
    return this.#place;
  }

  /** Runs steps in another workspace, which is emptied before. */
  async at<Result>(place: WorkPlace, steps: () => Promise<Result>): Promise<Result> {
    const outer = this.#place;
    this.#place = place;
    try {
      await this.ports.runner.prepare(place);
      return await steps();
    } finally {
      this.#place = outer;
    }
  }

  /** Whether a condition is true for the values of a flow. @throws {RunFailure} if a pattern takes too long */
  async isMet(condition: Condition, scope: FlowScope): Promise<boolean> {
    try {
      return await this.ports.searches.run((search) => evaluateCondition(condition, scope.valueOf, search));
    } catch (error) {
      if (error instanceof SearchTooSlow) throw new RunFailure(error.message);
      throw error;
    }
  }

  /** The number of the next script. */
  nextScript(): number {
    return this.#scripts++;
  }

  /** Milliseconds until a flow times out; undefined without a timeout. */
  timeLeft({ deadline }: FlowScope): number | undefined {
    return deadline === undefined ? undefined : Math.max(0, deadline - this.ports.clock.now());
  }

  /** A flow that has timed out runs no further task. @throws {RunFailure} */
  requireTimeLeft(scope: FlowScope): void {
    if (this.timeLeft(scope) === 0 && scope.timeoutMessage !== undefined) throw new RunFailure(scope.timeoutMessage);
  }

  /** @param reason why the task has failed */
  note(scope: FlowScope, taskId: string, state: TaskState, reason?: string): void {
    this.ports.report.task(this.#change(scope, taskId, state, reason));
  }

  /** @param reason why the attempt has failed */
  noteAttempt(scope: FlowScope, taskId: string, state: AttemptChange['state'], reason?: string): void {
    this.ports.report.attempt?.(this.#change(scope, taskId, state, reason));
  }

  /** Logs a line of a task, or of the flow itself. */
  async log(line: string, scope: FlowScope, taskId?: string): Promise<void> {
    await this.ports.report.log(`${line}\n`, taskId === undefined ? scope.path : this.pathOf(scope, taskId));
  }

  #change<State extends TaskState>(
    scope: FlowScope,
    taskId: string,
    state: State,
    reason: string | undefined,
  ): TaskChange & { readonly state: State } {
    const change = { path: this.pathOf(scope, taskId), state, at: this.ports.clock.now() };
    return reason === undefined ? change : { ...change, reason: this.ports.mask(reason) };
  }

  /** `image`, in a subflow `build/image`. */
  pathOf({ path }: FlowScope, taskId: string): string {
    return path === undefined ? taskId : `${path}/${taskId}`;
  }
}

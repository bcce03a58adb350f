import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { TaskState } from '../../../language/execution-plan/task-state.ts';
import type { Condition } from '../../../language/expressions/condition.ts';
import { evaluateCondition } from '../../../language/expressions/evaluate-condition.ts';
import { SearchTooSlow, type SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import { CarriedNotes } from './carried-notes.ts';
import type { Deadline, Frame } from './frame.ts';
import type { AttemptChange, RunPorts, TaskChange, WorkPlace } from './run-ports.ts';
import { ScriptSlots } from './script-slots.ts';
import type { SegmentBegin } from './segment-begin.ts';
import { RunFailure } from './stop-control.ts';

// More starts at once would delay everything else that this process does.
const maxScriptsAtOnce = 50;

/** Whether a condition is true for the values of a frame. @throws {RunFailure} if a pattern takes too long */
export async function isMet(condition: Condition, frame: Frame, searches: SearchRunner): Promise<boolean> {
  try {
    return await searches.run((search) => evaluateCondition(condition, frame.valueOf, search));
  } catch (error) {
    if (error instanceof SearchTooSlow) throw new RunFailure(error.message);
    throw error;
  }
}

/** What all parts of a run share: its ports, and what is counted over the whole execution. */
export class RunState {
  readonly ports: RunPorts;
  /** Whether a task with `allow_failure` has failed. */
  hasWarning = false;
  /** Where the segment begins; undefined for the first task. */
  begin: SegmentBegin | undefined;
  readonly slots = new ScriptSlots(maxScriptsAtOnce);
  readonly carried: CarriedNotes;
  readonly #maxTasks: number | undefined;
  #blocks = 0;
  #limitProblem: string | undefined;
  /** The numbers of the workspaces in use, by worker group. */
  readonly #inUse = new Map<string, Set<number>>();
  #scripts = 0;
  #folders = 0;
  #tasks = 0;
  /** Milliseconds in which the run has waited, which count towards no timeout. */
  #waited = 0;

  /** @param maxTasks how many tasks may run; undefined without a limit */
  constructor(ports: RunPorts, maxTasks?: number) {
    this.ports = ports;
    this.carried = new CarriedNotes(ports.report);
    this.#maxTasks = maxTasks;
  }

  /**
   * Runs steps in a workspace of a worker group, which is emptied before. Steps that run at the same time have different
   * ones.
   */
  async at<Result>(
    { workerGroup, keeps }: Pick<WorkPlace, 'workerGroup' | 'keeps'>,
    frame: Frame,
    steps: (frame: Frame) => Promise<Result>,
  ): Promise<Result> {
    const inUse = this.#inUseOf(workerGroup);
    let number = 1;
    while (inUse.has(number)) number++;
    inUse.add(number);
    try {
      return await this.#in({ workerGroup, keeps, number }, frame, steps);
    } finally {
      inUse.delete(number);
    }
  }

  /** Runs steps in a new folder below the workspace, which is removed afterwards. */
  async inOwnFolder<Result>(frame: Frame, steps: (frame: Frame) => Promise<Result>): Promise<Result> {
    const place = { ...frame.place, folder: ++this.#folders };
    try {
      return await this.#in(place, frame, steps);
    } finally {
      await this.ports.runner.remove(place);
    }
  }

  async #in<Result>(place: WorkPlace, frame: Frame, steps: (frame: Frame) => Promise<Result>): Promise<Result> {
    const { runner } = this.ports;
    await runner.prepare(place);
    return steps(frame.with({ place, workspace: runner.workspace(place) }));
  }

  #inUseOf(workerGroup = ''): Set<number> {
    const inUse = this.#inUse.get(workerGroup) ?? new Set();
    this.#inUse.set(workerGroup, inUse);
    return inUse;
  }

  /** Whether a condition is true for the values of a frame. @throws {RunFailure} if a pattern takes too long */
  isMet(condition: Condition, frame: Frame): Promise<boolean> {
    return isMet(condition, frame, this.ports.searches);
  }

  /** The number of the next script. */
  nextScript(): number {
    return this.#scripts++;
  }

  /**
   * Counts a task that begins or is skipped. Blocks have a limit of their own, of the same size, which bounds the
   * records of items without tasks. @returns why it must not, as a clause
   */
  countTask({ isCounted }: Frame, kind: 'task' | 'block'): string | undefined {
    if (!isCounted || this.#maxTasks === undefined) return undefined;
    if (kind === 'block') {
      if (++this.#blocks > this.#maxTasks) this.#limitProblem ??= runSentences.tooManyRuns(`${this.#maxTasks}`);
      return this.#limitProblem;
    }
    if (this.#tasks >= this.#maxTasks) this.#limitProblem ??= runSentences.tooManyRuns(`${this.#maxTasks}`);
    else this.#tasks++;
    return this.#limitProblem;
  }

  /** Why no further task may begin, as a clause. Blocks then begin nothing else, because their records would grow. */
  limitProblem({ isCounted }: Frame): string | undefined {
    return isCounted ? this.#limitProblem : undefined;
  }

  /** The deadline after this many seconds. */
  deadlineAfter(seconds: number, message: string): Deadline {
    return { at: this.now() + Math.round(seconds * 1000), message };
  }

  /** Milliseconds until the deadline; undefined without one. */
  timeLeft({ deadline }: Pick<Frame, 'deadline'>): number | undefined {
    return deadline === undefined ? undefined : Math.max(0, deadline.at - this.now());
  }

  /** Milliseconds by the clock, which stands still while the run waits. */
  now(): number {
    return this.ports.clock.now() - this.#waited;
  }

  /** Waits in the run. */
  async waiting<Result>(wait: () => Promise<Result>): Promise<Result> {
    const start = this.ports.clock.now();
    try {
      return await wait();
    } finally {
      this.#waited += this.ports.clock.now() - start;
    }
  }

  /** After the deadline, no further task runs. @throws {RunFailure} */
  requireTimeLeft({ deadline }: Frame): void {
    if (deadline !== undefined && this.timeLeft({ deadline }) === 0) throw new RunFailure(deadline.message);
  }

  /** @param reason why the task has failed */
  note(path: string, state: TaskState, reason?: string): void {
    this.ports.report.task(this.#change(path, state, reason));
  }

  /** @param reason why the attempt has failed */
  noteAttempt(path: string, state: AttemptChange['state'], reason?: string): void {
    this.ports.report.attempt?.(this.#change(path, state, reason));
  }

  /** Logs a line of a task, or of the flow itself. */
  async log(line: string, path: string | undefined): Promise<void> {
    await this.ports.report.log(`${line}\n`, path);
  }

  #change<State extends TaskState>(
    path: string,
    state: State,
    reason: string | undefined,
  ): TaskChange & { readonly state: State } {
    const change = { path, state, at: this.ports.clock.now() };
    return reason === undefined ? change : { ...change, reason: this.ports.mask(reason) };
  }
}

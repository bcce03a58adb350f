import type { FlowPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { hasBlocks } from '../../../language/execution-plan/plan-tasks.ts';
import { lastTasksSeconds } from '../../../language/execution-plan/run-limits.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { SegmentStart } from '../../../language/execution-plan/segment.ts';
import type { WaitTexts } from '../../../language/flow/wait.ts';
import { flowOutputs } from './flow-outputs.ts';
import { FlowScope } from './flow-scope.ts';
import { Frame } from './frame.ts';
import { initializeScope } from './initialize-scope.ts';
import type { PassedInputs } from './passed-inputs.ts';
import { setRunContext } from './run-context.ts';
import type { RunPorts } from './run-ports.ts';
import { RunState } from './run-state.ts';
import { setEarlierOutputs, tasksOfSegment, type SegmentBegin } from './segment-begin.ts';
import { RunFailure, StopControl, Stopped, WaitBegins } from './stop-control.ts';
import type { ReturnedFields } from './take-outputs.ts';
import { TaskRun } from './task-run.ts';
import type { ChildRun } from './task-steps.ts';

/** How an execution has ended. */
export interface RunEnd {
  readonly state: 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED';
  /** Why it failed, as a sentence without a full stop. */
  readonly reason?: string;
  /** JSON by output. */
  readonly outputs: ReturnedFields;
}

/** How a segment has ended at a task that waits, which is still RUNNING. */
export interface SegmentPause extends Pick<SegmentStart, 'elapsed' | 'hasWarning'> {
  readonly state: 'WAITING';
  /** The id of the task. */
  readonly task: string;
  /** With secrets masked. */
  readonly texts: WaitTexts;
}

/** @returns what ended the tasks early */
type RunTasks = (tasks: readonly TaskPlan[], frame: Frame) => Promise<void>;

/**
 * Runs a planned flow, task by task, as a build in Jenkins does: `templates/runtime` is equivalent, and a suite
 * compares both. An instance runs one flow.
 */
export class FlowRun {
  readonly #plan: FlowPlan;
  readonly #state: RunState;
  readonly #tasks: TaskRun;
  readonly #stops = new StopControl();

  constructor(plan: FlowPlan, ports: RunPorts) {
    this.#plan = plan;
    // Without blocks, a flow runs no more tasks than it has.
    this.#state = new RunState(ports, hasBlocks(plan) ? plan.maxTaskRuns : undefined);
    this.#tasks = new TaskRun(this.#state, (child) => this.#runFlow(child, false));
  }

  /** Ends the running tasks; after that, only final tasks run. Each further call ends a final task. */
  stop(): void {
    this.#stops.request();
  }

  /**
   * As `stop`, but never ends a final task: if only those are left, a stop has no effect; in a called flow, it takes
   * effect in the caller.
   */
  stopTasks(): void {
    this.#stops.requestAfterFinals();
  }

  /**
   * Runs the flow as a whole; if it waits, `RunPorts.waits` is required.
   * @param passed the complete and checked values of the execution, including defaults
   */
  async run(passed: PassedInputs): Promise<RunEnd> {
    const end = await this.runSegment(passed);
    if (end.state === 'WAITING') throw new TypeError(`Nothing waits in place of the task ${end.task}`);
    return end;
  }

  /** Runs the flow until it ends or waits. @param begin where it begins; by default at the first task */
  async runSegment(passed: PassedInputs, begin?: SegmentBegin): Promise<RunEnd | SegmentPause> {
    const start = this.#state.now();
    const { elapsed = 0, hasWarning = false } = begin ?? {};
    this.#state.begin = begin;
    this.#state.hasWarning = hasWarning;
    const { flow } = this.#plan;
    const timeout = flow.timeout?.seconds;
    try {
      const place = { workerGroup: undefined, keeps: flow.keepWorkspace };
      const outputs = await this.#state.at(place, this.#outermost(), (frame) =>
        this.#runFlow({ frame, passed, timeout, elapsed }, true),
      );
      return { state: this.#state.hasWarning ? 'WARNING' : 'SUCCESS', outputs };
    } catch (error) {
      if (error instanceof Stopped) return { state: 'KILLED', outputs: new Map() };
      if (error instanceof RunFailure) return { state: 'FAILED', reason: error.message, outputs: new Map() };
      if (!(error instanceof WaitBegins)) throw error;
      const { task, texts } = error;
      const ran = elapsed + this.#state.now() - start;
      return { state: 'WAITING', task, texts, elapsed: ran, hasWarning: this.#state.hasWarning };
    }
  }

  #outermost(): Frame {
    return new Frame({
      scope: FlowScope.of(this.#plan),
      path: undefined,
      place: { workerGroup: undefined, keeps: this.#plan.flow.keepWorkspace },
      workspace: '',
      stops: this.#stops,
      deadline: undefined,
      isStopped: false,
      isCounted: true,
      isConcurrent: false,
    });
  }

  async #runFlow(
    { frame, passed, timeout, elapsed = 0, tooLate }: ChildRun,
    isChecked: boolean,
  ): Promise<ReturnedFields> {
    const { scope, path } = frame;
    const { flow, sections } = scope.plan;
    const message = tooLate ?? runSentences.flowTimedOut(flow.id, `${timeout}`);
    const limited =
      timeout === undefined
        ? frame
        : frame.with({ deadline: this.#state.deadlineAfter(timeout - elapsed / 1000, message) });
    await initializeScope(limited, { passed, isChecked }, this.#state);
    const { notes } = scope.flow;
    if (notes.length > 0) await this.#state.log(notes.join('\n'), path);
    requireNoProblems(scope);
    const begin = scope.caller === undefined ? this.#state.begin : undefined;
    if (begin !== undefined) {
      setEarlierOutputs(begin, limited);
      this.#state.carried.taskEnded(limited);
    }
    let failure = await this.#runTasks(tasksOfSegment(scope.plan, begin), limited);
    const { executionId, mask } = this.#state.ports;
    setRunContext(scope, { executionId, mask, failure });
    const last = frame.with({ isCounted: false });
    if (failure instanceof RunFailure && sections.errors.length > 0) {
      await this.#state.log(runSentences.flowFailed(flow.id, failure.message), path);
      failure = (await this.#runLast('errors', last, failure)) ?? failure;
    }
    const isStopped = frame.isStopped || failure instanceof Stopped;
    if (sections.finally.length > 0) failure = (await this.#runFinals(last.with({ isStopped }), failure)) ?? failure;
    if (failure !== undefined) throw failure;
    // A calling flow gets the values unchanged.
    const outputs = flowOutputs(frame, scope.caller === undefined ? mask : (text) => text);
    requireNoProblems(scope);
    return outputs;
  }

  /** @returns what ended the tasks early */
  async #runTasks(
    tasks: readonly TaskPlan[],
    frame: Frame,
    run: RunTasks = (all, inner) => this.#tasks.runAll(all, inner),
  ): Promise<Stopped | RunFailure | undefined> {
    try {
      await run(tasks, frame);
      return undefined;
    } catch (error) {
      if (error instanceof RunFailure || error instanceof Stopped) return error;
      throw error;
    }
  }

  /**
   * Runs error or final tasks, and ignores their failures, but not that they were cut off.
   * @param before what ended the tasks before them
   * @returns a stop, or why the flow fails
   */
  async #runLast(
    section: 'errors' | 'finally',
    frame: Frame,
    before: Stopped | RunFailure | undefined,
    run?: RunTasks,
  ): Promise<Stopped | RunFailure | undefined> {
    const message = runSentences.lastTasksTimedOut(section, `${lastTasksSeconds}`);
    const deadline = this.#state.deadlineAfter(lastTasksSeconds, message);
    const failure = await this.#runTasks(frame.scope.plan.sections[section], frame.with({ deadline }), run);
    if (failure instanceof Stopped) return failure;
    const isCutOff = failure?.message === message || this.#state.timeLeft({ deadline }) === 0;
    if (!isCutOff || before instanceof Stopped) return undefined;
    if (before === undefined) return new RunFailure(message);
    // A calling flow may look at what kind of failure it is.
    before.message = runSentences.alsoCutOff(before.message, message);
    return before;
  }

  /**
   * Runs final tasks. The first stop ends only the one that is running, not those after it; if it kept a task from
   * starting, the task still runs. After a stop of the tasks, the next one ends all of them.
   * @returns a stop, or why the flow fails
   */
  async #runFinals(frame: Frame, before: Stopped | RunFailure | undefined): Promise<Stopped | RunFailure | undefined> {
    let first: Stopped | undefined;
    const runAll: RunTasks = async (all, inner) => {
      for (const plan of all) {
        const task = await this.#tasks.prepare(plan, inner);
        try {
          await this.#tasks.run(task);
        } catch (error) {
          if (!(error instanceof Stopped) || inner.isStopped || first !== undefined) throw error;
          first = error;
          if (!task.hasBegun) await this.#tasks.run(task);
        }
      }
      this.#state.requireTimeLeft(inner);
    };
    const end = await frame.stops.duringFinals(() => this.#runLast('finally', frame, first ?? before, runAll));
    return end instanceof Stopped ? end : (first ?? end);
  }
}

/** Ends the flow if a value is invalid. */
function requireNoProblems({ flow: { problems } }: FlowScope): void {
  if (problems.length > 0) throw new RunFailure(problems.join('\n'));
}

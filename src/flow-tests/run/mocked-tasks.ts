import type { Clock, ScriptEnd, TaskMock, TaskMocks } from '../../engines/local/interpreter/run-ports.ts';
import type { TaskPlan } from '../../execution-plan/flow-plan.ts';
import type { Mock, MockedAttempt, MockedTask } from '../../language/test-files/test-suite.ts';
import type { RunRecord } from './run-record.ts';

/** Ends a case: a task was reached that has neither a mock nor `runs: true`. */
export class TaskNotMocked extends Error {
  readonly task: string;

  constructor(task: string, plan: TaskPlan) {
    const reason =
      plan.work.kind === 'missing'
        ? 'calls a flow that was not found; mock it, or add the flow to "flows"'
        : 'was reached, but the case has no mock of it; add one, or "runs: true"';
    super(`The task ${task} ${reason}`);
    this.task = task;
  }
}

export interface MockedTasksDeps {
  readonly mocks: ReadonlyMap<string, Mock>;
  readonly clock: Clock;
  readonly record: RunRecord;
}

/** Replaces the mocked tasks of one run. Tasks that print messages, and tasks with `runs: true`, are not replaced. */
export class MockedTasks implements TaskMocks {
  /** The texts of kept files, by path. */
  readonly artifacts = new Map<string, string>();
  readonly #deps: MockedTasksDeps;

  constructor(deps: MockedTasksDeps) {
    this.#deps = deps;
  }

  /** The mocks of tasks that were never reached, by the path of the task. */
  get unused(): readonly string[] {
    const { mocks, record } = this.#deps;
    return [...mocks].flatMap(([task, mock]) => (mock.isRequired && record.attemptsOf(task) === 0 ? [task] : []));
  }

  find(plan: TaskPlan, path: string): TaskMock | undefined {
    const mock = this.#deps.mocks.get(path);
    if (mock?.kind === 'mocked') return { attempt: (limit) => this.#attempt(path, mock, { plan, limit }) };
    if (plan.work.kind === 'call' || (plan.work.kind === 'steps' && plan.type.local === 'message')) return undefined;
    if (plan.work.kind === 'steps' && this.#isReal(path)) return undefined;
    return {
      attempt: () => {
        throw new TaskNotMocked(path, plan);
      },
    };
  }

  /** Whether a task has `runs: true`, or the nearest subflow task around it with a mock. */
  #isReal(path: string): boolean {
    const mock = this.#deps.mocks.get(path);
    if (mock !== undefined) return mock.kind === 'real';
    const end = path.lastIndexOf('/');
    return end >= 0 && this.#isReal(path.slice(0, end));
  }

  async #attempt(
    path: string,
    mock: MockedTask,
    { plan, limit }: { readonly plan: TaskPlan; readonly limit: number | undefined },
  ): Promise<ScriptEnd> {
    const { clock, record } = this.#deps;
    const attempt = mock.attempts[Math.min(record.attemptsOf(path), mock.attempts.length) - 1] ?? mock.attempts[0];
    if (attempt.log !== undefined) record.log(`${attempt.log}\n`, path);
    const isTooLong = limit !== undefined && attempt.takes > limit * 1000;
    await clock.sleep(isTooLong ? limit * 1000 : attempt.takes, new AbortController().signal);
    if (isTooLong) return { kind: 'timed-out' };
    if (attempt.state === 'SUCCESS')
      for (const [file, text] of Object.entries(attempt.artifacts)) this.artifacts.set(file, text);
    return endOf(attempt, plan);
  }
}

function endOf({ state, outputs }: MockedAttempt, { work }: TaskPlan): ScriptEnd {
  if (state === 'KILLED') return { kind: 'stopped' };
  if (state === 'SUCCESS')
    return { kind: 'ended', status: 0, ...(outputs !== undefined && { returned: JSON.stringify(outputs) }) };
  return work.kind === 'steps' ? { kind: 'ended', status: 1 } : { kind: 'failed', message: 'the called flow failed' };
}

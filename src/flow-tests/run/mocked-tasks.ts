import type { Clock, ScriptEnd, TaskMock, TaskMocks } from '../../engine/local/run-ports.ts';
import type { TaskPlan } from '../../plan/flow-plan.ts';
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
  readonly #used = new Set<Mock>();

  constructor(deps: MockedTasksDeps) {
    this.#deps = deps;
  }

  /** The mocks of tasks that were never reached, by the path of the task. */
  get unused(): readonly string[] {
    return [...this.#deps.mocks].flatMap(([task, mock]) => (mock.isRequired && !this.#used.has(mock) ? [task] : []));
  }

  find(plan: TaskPlan, path: string): TaskMock | undefined {
    const mock = this.#deps.mocks.get(path);
    if (mock?.kind === 'mocked') return { attempt: (limit) => this.#attempt(path, mock, { plan, limit }) };
    if (plan.work.kind === 'call' || (plan.work.kind === 'steps' && plan.type.local === 'message')) return undefined;
    const real = plan.work.kind === 'steps' ? this.#realOf(path) : undefined;
    if (real !== undefined) return undefined;
    return {
      attempt: () => {
        throw new TaskNotMocked(path, plan);
      },
    };
  }

  /** Notes that the script of a task starts. */
  runs(path: string): void {
    const mock = this.#realOf(path);
    if (mock !== undefined) this.#used.add(mock);
    this.#deps.record.attempt(path);
  }

  /** The `runs: true` of a task, or of the nearest subflow task around it. */
  #realOf(path: string): Mock | undefined {
    const mock = this.#deps.mocks.get(path);
    if (mock !== undefined) return mock.kind === 'real' ? mock : undefined;
    const end = path.lastIndexOf('/');
    return end < 0 ? undefined : this.#realOf(path.slice(0, end));
  }

  async #attempt(
    path: string,
    mock: MockedTask,
    { plan, limit }: { readonly plan: TaskPlan; readonly limit: number | undefined },
  ): Promise<ScriptEnd> {
    const { clock, record } = this.#deps;
    this.#used.add(mock);
    const attempt = mock.attempts[Math.min(record.attemptsOf(path), mock.attempts.length - 1)] ?? mock.attempts[0];
    record.attempt(path);
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

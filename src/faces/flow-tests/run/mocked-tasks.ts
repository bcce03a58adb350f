import { writeJson } from '../../../base/text/exact-json.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import type { Clock, ScriptEnd, TaskMock, TaskMocks } from '../../../engines/local/interpreter/run-ports.ts';
import type { TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { placeOfTask, withoutItems } from '../../../language/execution-plan/task-path.ts';
import { isSeparate } from '../../../language/flow/separate-calls.ts';
import { executionField } from '../../../language/flow/wait.ts';
import type { Mock, MockedAttempt, MockedTask } from '../../../language/test-files/test-suite.ts';
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

/** Replaces the mocked tasks of one run. Tasks that print messages, tasks that wait, tasks with `runs: true`,
 * and blocks without a mock are not replaced. */
export class MockedTasks implements TaskMocks {
  /** The texts of kept files, by path. */
  readonly artifacts = new Map<string, string>();
  readonly #deps;

  constructor(deps: { readonly mocks: ReadonlyMap<string, Mock>; readonly clock: Clock; readonly record: RunRecord }) {
    this.#deps = deps;
  }

  /** The mocks of tasks that were never reached, by the path of the task. */
  get unused(): readonly string[] {
    const { mocks, record } = this.#deps;
    return [...mocks].flatMap(([task, mock]) => (mock.isRequired && !record.wasReached(task) ? [task] : []));
  }

  /** The next attempt of a task that waits, whose mock has begun; undefined without a mock. */
  attemptAt(path: string): MockedAttempt | undefined {
    const mock = this.#mockOf(path);
    return mock?.kind === 'mocked' ? this.#begin(path, mock) : undefined;
  }

  find(plan: TaskPlan, path: string): TaskMock | undefined {
    if (plan.work.kind === 'wait') return undefined;
    const mock = this.#mockOf(path);
    if (mock?.kind === 'mocked') return { attempt: (limit, stop) => this.#attempt(path, mock, { plan, limit, stop }) };
    if (
      plan.work.kind === 'call' ||
      plan.work.kind === 'block' ||
      (plan.work.kind === 'steps' && plan.type.local === 'message')
    )
      return undefined;
    if (plan.work.kind === 'steps' && this.#isReal(path)) return undefined;
    return {
      attempt: () => {
        throw new TaskNotMocked(path, plan);
      },
    };
  }

  /** The mock of a task in a certain item or pass, or else in all of them. */
  #mockOf(path: string): Mock | undefined {
    const { mocks } = this.#deps;
    return mocks.get(path) ?? mocks.get(withoutItems(path));
  }

  /** Whether a task has `runs: true`, or the nearest task around it with a mock. */
  #isReal(path: string): boolean {
    const mock = this.#mockOf(path);
    if (mock !== undefined) return mock.kind === 'real';
    const place = placeOfTask(path);
    return place !== undefined && this.#isReal(place.parent);
  }

  #begin(path: string, { attempts }: MockedTask): MockedAttempt {
    const { record } = this.#deps;
    const attempt = attempts[Math.min(record.attemptsOf(path), attempts.length) - 1] ?? attempts[0];
    if (attempt.log !== undefined) record.log(`${attempt.log}\n`, path);
    return attempt;
  }

  async #attempt(
    path: string,
    mock: MockedTask,
    { plan, limit, stop }: { readonly plan: TaskPlan; readonly limit: number | undefined; readonly stop: AbortSignal },
  ): Promise<ScriptEnd> {
    const { clock } = this.#deps;
    const attempt = this.#begin(path, mock);
    const isTooLong = limit !== undefined && attempt.takes > limit * 1000;
    await clock.sleep(isTooLong ? limit * 1000 : attempt.takes, stop);
    if (stop.aborted) return { kind: 'stopped' };
    if (isTooLong) return { kind: 'timed-out' };
    if (attempt.state === 'SUCCESS')
      for (const [file, text] of Object.entries(attempt.artifacts)) this.artifacts.set(file, text);
    return endOf(attempt, plan);
  }
}

function endOf({ state, outputs }: MockedAttempt, plan: TaskPlan): ScriptEnd {
  const { work } = plan;
  if (state === 'KILLED') return { kind: 'stopped' };
  if (state === 'SUCCESS') {
    const own = isSeparate(plan.task) ? { [executionField]: mockedExecution } : {};
    const returned = { ...own, ...(outputs && { ...countsOf(plan, outputs), ...outputs }) };
    const isReturned = outputs !== undefined || isSeparate(plan.task);
    return { kind: 'ended', status: 0, ...(isReturned && { returned: writeJson(returned) }) };
  }
  switch (work.kind) {
    case 'steps':
      return { kind: 'ended', status: 1 };
    case 'block':
      return { kind: 'failed', message: 'its tasks failed' };
    default:
      return { kind: 'failed', message: 'the called flow failed' };
  }
}

/** The id of an execution that does not exist. */
const mockedExecution = 'mocked';

/** The counts of a mocked loop that its mock leaves out: all items of its lists have succeeded. */
function countsOf({ work }: TaskPlan, outputs: JsonObject): JsonObject {
  if (work.kind !== 'block' || work.block.kind !== 'loop') return {};
  const lengths = Object.values(outputs).map((list) => (Array.isArray(list) ? list.length : 0));
  const total = Math.max(0, ...lengths);
  return { total, succeeded: total, failed: 0 };
}

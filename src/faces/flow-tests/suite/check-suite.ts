import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../../base/problem/problem-catalogue.ts';
import type { Path, Problem } from '../../../base/problem/problem.ts';
import { Suggestions } from '../../../language/document/suggestions.ts';
import type { FlowPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { planTasks } from '../../../language/execution-plan/plan-tasks.ts';
import { taskPath, withoutItems } from '../../../language/execution-plan/task-path.ts';
import { taskSections, type Task } from '../../../language/flow/flow.ts';
import type { Wait } from '../../../language/flow/wait.ts';
import { isFile } from '../../../language/inputs/input.ts';
import type { Mock, TestCase, TestSuite } from '../../../language/test-files/test-suite.ts';

/** Checks what a test file says about its flow: that the flow has these tasks, inputs and outputs. */
export function checkSuite(suite: TestSuite, plan: FlowPlan): readonly Problem[] {
  const check = new SuiteCheck(plan);
  for (const testCase of suite.cases) check.checkCase(testCase);
  return check.problems;
}

class SuiteCheck {
  readonly problems: Problem[] = [];
  readonly #plan: FlowPlan;
  readonly #tasks: ReadonlyMap<string, PlannedTask>;
  readonly #suggestions = new Suggestions();
  /** The mocks of the suite are those of many cases. */
  readonly #checked = new Set<Path>();

  constructor(plan: FlowPlan) {
    this.#plan = plan;
    this.#tasks = plannedTasks(plan);
  }

  checkCase({ mocks, files, path, expected }: TestCase): void {
    for (const [task, mock] of mocks) {
      if (!this.#checked.has(mock.path)) this.#checkMock(task, mock);
      this.#checked.add(mock.path);
    }
    const { inputs, outputs } = this.#plan.flow;
    const fileInputs = inputs.filter(isFile).map(({ id }) => id);
    for (const id of Object.keys(files)) this.#requireKnown('file input', id, fileInputs, [...path, 'files', id]);
    if (expected.kind !== 'run') return;
    for (const [task, { path: place }] of expected.tasks) this.#find(task, place);
    for (const id of Object.keys(expected.outputs))
      this.#requireKnown(
        'output',
        id,
        outputs.map((output) => output.id),
        [...expected.path, 'outputs', id],
      );
  }

  #checkMock(task: string, mock: Mock): void {
    const planned = this.#find(task, mock.path);
    if (planned === undefined) return;
    const { kind, declared } = planned;
    const name = quoteShort(task);
    if (kind === 'disabled')
      this.#report('invalid-value', `The task ${name} is disabled, so it never runs.`, mock.path);
    if (kind === 'message')
      this.#report(
        'invalid-value',
        `The task ${name} only prints a message; it always runs and cannot be mocked.`,
        mock.path,
      );
    if (kind === 'time' || kind === 'pause')
      this.#report(
        'invalid-value',
        `The task ${name} only waits for a time, which passes at once; it cannot be mocked.`,
        mock.path,
      );
    if (mock.kind === 'mocked') {
      const fields = Object.keys(declared.outputSchema);
      for (const { outputs = {} } of mock.attempts)
        for (const field of Object.keys(outputs).filter((each) => !fields.includes(each)))
          this.#report(
            'undeclared-output',
            `The task ${name} does not declare the field ${quoteShort(field)} in its outputSchema.${this.#suggestions.for(field, fields)}`,
            mock.path,
          );
    } else if (kind === 'approval' || kind === 'signal') {
      this.#report('invalid-value', `The task ${name} waits for others; mock it.`, [...mock.path, 'runs']);
    } else if (kind === 'jenkins') {
      this.#report('invalid-value', `The task ${name} runs on Jenkins only; mock it.`, [...mock.path, 'runs']);
    } else if (kind === 'missing') {
      this.#report(
        'invalid-value',
        `The flow that ${name} calls was not found; mock the task, or add the flow to "flows".`,
        [...mock.path, 'runs'],
      );
    }
  }

  #find(task: string, path: Path): PlannedTask | undefined {
    const planned = this.#tasks.get(task) ?? this.#inItem(task);
    if (planned === undefined) this.#reportUnknown('task', task, [...this.#tasks.keys()], path);
    return planned;
  }

  /** A task in an item or a pass. */
  #inItem(task: string): PlannedTask | undefined {
    const blocks = [...task.matchAll(/\[[^\]]*\]/g)].map(({ index }) => withoutItems(task.slice(0, index)));
    return blocks.every((path) => this.#tasks.get(path)?.kind === 'repeated')
      ? this.#tasks.get(withoutItems(task))
      : undefined;
  }

  #requireKnown(what: string, id: string, ids: readonly string[], path: Path): void {
    if (!ids.includes(id)) this.#reportUnknown(what, id, ids, path);
  }

  #reportUnknown(what: string, id: string, ids: readonly string[], path: Path): void {
    this.#report(
      'unknown-reference',
      `The flow has no ${what} ${quoteShort(id)}.${this.#suggestions.for(id, ids)}`,
      path,
    );
  }

  #report(code: ProblemCode, message: string, path: Path): void {
    this.problems.push({ code, message, path, ...(path.at(-1) !== 'runs' && { at: 'key' }) });
  }
}

/** A task of a flow or of its subflows, as tests see it. */
interface PlannedTask {
  readonly declared: Task;
  /**
   * `jenkins`: a script that has no local form. `missing`: a call of a flow that was not found. `repeated`: a block that
   * has items or passes. `approval`, `time`, `signal` and `pause` wait.
   */
  readonly kind:
    | 'script'
    | 'jenkins'
    | 'message'
    | 'call'
    | 'block'
    | 'repeated'
    | 'missing'
    | 'disabled'
    | Wait['kind'];
}

/** The tasks of a flow and of the flows that it calls, by path without items: `build/image`. */
function plannedTasks(plan: FlowPlan, outer?: string): ReadonlyMap<string, PlannedTask> {
  const tasks = new Map<string, PlannedTask>();
  for (const section of taskSections) addDeclared(plan.flow[section], outer, tasks);
  for (const { plan: planned, path } of planTasks(plan, outer)) {
    tasks.set(path, { declared: planned.task, kind: kindOf(planned) });
    if (planned.work.kind !== 'call') continue;
    for (const [below, inner] of plannedTasks(planned.work.plan, path)) tasks.set(below, inner);
  }
  return tasks;
}

/** Adds declared tasks. Those that are not in the plan are disabled, or in a block that is. */
function addDeclared(tasks: readonly Task[], outer: string | undefined, found: Map<string, PlannedTask>): void {
  for (const declared of tasks) {
    const path = taskPath(outer, declared.id);
    found.set(path, { declared, kind: 'disabled' });
    for (const body of declared.bodies ?? []) addDeclared(body.tasks, path, found);
  }
}

function kindOf({ work, type }: TaskPlan): PlannedTask['kind'] {
  if (work.kind === 'block') return work.block.kind === 'loop' || work.block.kind === 'until' ? 'repeated' : 'block';
  if (work.kind === 'wait') return work.wait.kind;
  if (work.kind !== 'steps') return work.kind;
  return type.local ?? 'jenkins';
}

import type { FlowPlan } from '../../../execution-plan/flow-plan.ts';
import { allPlanTasks } from '../../../execution-plan/plan-tasks.ts';
import { withoutItems } from '../../../execution-plan/task-path.ts';
import type { TaskKind } from '../log-headings.ts';

/** Tells apart the tasks of a flow and those of the flows that it calls, by their paths in an execution. */
export class CallPaths {
  readonly #calls: ReadonlySet<string>;

  constructor(plan: FlowPlan) {
    const calls = [...allPlanTasks(plan)].filter(({ plan: { work } }) => work.kind === 'call');
    this.#calls = new Set(calls.map(({ path }) => path));
  }

  kindOf(path: string): TaskKind {
    const plain = withoutItems(path);
    if (this.#calls.has(plain)) return 'call';
    let slash = plain.indexOf('/');
    if (slash < 0) return 'task';
    for (; slash > 0; slash = plain.indexOf('/', slash + 1)) if (this.#calls.has(plain.slice(0, slash))) return 'task';
    return 'inner';
  }
}

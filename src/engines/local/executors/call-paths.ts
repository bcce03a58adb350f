import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { allPlanTasks } from '../../../language/execution-plan/plan-tasks.ts';
import { withoutItems } from '../../../language/execution-plan/task-path.ts';

/** Whether a task calls a flow, by its path in an execution; also for tasks of called flows. */
export function callPaths(plan: FlowPlan): (path: string) => boolean {
  const calls = [...allPlanTasks(plan)].filter(({ plan: { work } }) => work.kind === 'call');
  const paths = new Set(calls.map(({ path }) => path));
  return (path) => paths.has(withoutItems(path));
}

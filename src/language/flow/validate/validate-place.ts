import { quoteShort } from '../../../problem/describe-value.ts';
import type { Path } from '../../../problem/problem.ts';
import { locatedTasks } from '../located-tasks.ts';
import type { Validation } from './validation.ts';

/** Warns if no controller can run the flow, if the controllers are known; those that it calls are looked at when it runs. */
export function validatePlace({ draft, placeProblem, problems }: Validation): void {
  if (placeProblem === undefined) return;
  const { namespace, workerGroup } = draft.flow;
  const places = new Map<string, { readonly of: string; readonly path: Path }>();
  if (workerGroup !== undefined) places.set(workerGroup, { of: 'the flow', path: ['worker_group'] });
  for (const { task, path, isDisabled } of locatedTasks(draft.flow)) {
    const { workerGroup: group } = task;
    if (group === undefined || isDisabled || places.has(group)) continue;
    places.set(group, { of: `the task ${quoteShort(task.id)}`, path: [...path, 'worker_group'] });
  }
  const workerGroups = [...places].map(([group, { of }]) => ({ group, of }));
  const problem = placeProblem({ namespace, workerGroups });
  if (problem === undefined) return;
  const { code, message, group = '' } = problem;
  problems.push({ code, message, path: places.get(group)?.path ?? ['namespace'] });
}

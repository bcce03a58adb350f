import { quoteShort } from '../../base/problem/describe-value.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { flowName } from '../flow/flow-key.ts';
import type { Flow, Task } from '../flow/flow.ts';
import { locatedTasks } from '../flow/located-tasks.ts';
import type { FlowPlan } from './flow-plan.ts';
import { planTasks, type PlacedTask } from './plan-tasks.ts';
import { taskPath } from './task-path.ts';

/** Whether a task runs, rather than being replaced by a test. @param path without items: see task-path.ts */
export type RunsTask = (path: string) => boolean;

/**
 * The tasks that Flowgate's own engine cannot run, because their types say only how Jenkins runs them. Those of called
 * flows are reported at the call in the outermost flow.
 */
export function jenkinsOnlyProblems(plan: FlowPlan, runs: RunsTask = () => true): readonly Problem[] {
  return [...planTasks(plan)].flatMap((placed) =>
    problemsOf(placed, placed.path, runs).map(({ code, message, property }): Problem => {
      const path = documentPath(plan.flow, placed.plan.task);
      return { code, message, path: [...path, property] };
    }),
  );
}

interface PlacedProblem extends Pick<Problem, 'code' | 'message'> {
  readonly property: 'type' | 'flowId';
}

function problemsOf({ plan }: PlacedTask, path: string, runs: RunsTask): readonly PlacedProblem[] {
  const { work, type } = plan;
  if (!runs(path)) return [];
  if (work.kind === 'steps' && type.local === undefined)
    return [{ code: 'jenkins-only', message: `Tasks of the type ${type.name} run on Jenkins only.`, property: 'type' }];
  if (work.kind !== 'call') return [];
  return [...planTasks(work.plan)].flatMap((inner) =>
    problemsOf(inner, taskPath(path, inner.path), runs).map(({ code, message }): PlacedProblem => {
      const place = `In ${flowName(work.plan.flow)}, task ${quoteShort(inner.plan.task.id)}: `;
      return { code, message: `${place}${message}`, property: 'flowId' };
    }),
  );
}

/** The path of a task in the document of its flow; of one that a task type has contributed, its section. */
function documentPath(flow: Flow, task: Task): Path {
  for (const located of locatedTasks(flow)) if (located.task === task) return located.path;
  return ['tasks'];
}

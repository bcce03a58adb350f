import { flowName } from '../language/flow/flow-key.ts';
import { taskSections } from '../language/flow/flow.ts';
import { quoteShort } from '../problem/describe-value.ts';
import type { Path, Problem } from '../problem/problem.ts';
import type { FlowPlan, TaskPlan } from './flow-plan.ts';

/** Whether a task runs, rather than being replaced by a test. @param path in subflows `build/image` */
export type RunsTask = (path: string) => boolean;

/**
 * The tasks that Flowgate's own engine cannot run, because their types say only how Jenkins runs them. Those of called
 * flows are reported at the call in the outermost flow.
 */
export function jenkinsOnlyProblems(plan: FlowPlan, runs: RunsTask = () => true): readonly Problem[] {
  return tasksOf(plan).flatMap(({ task, path }) => problemsOf(task, task.task.id, path, runs));
}

function problemsOf(plan: TaskPlan, taskPath: string, path: Path, runs: RunsTask): readonly Problem[] {
  const { work, type } = plan;
  if (!runs(taskPath)) return [];
  if (work.kind === 'steps' && type.local === undefined)
    return [
      { code: 'jenkins-only', message: `Tasks of the type ${type.name} run on Jenkins only.`, path: [...path, 'type'] },
    ];
  if (work.kind !== 'call') return [];
  return tasksOf(work.plan).flatMap((inner) =>
    problemsOf(inner.task, `${taskPath}/${inner.task.task.id}`, [], runs).map(({ code, message }): Problem => {
      const place = `In ${flowName(work.plan.flow)}, task ${quoteShort(inner.task.task.id)}: `;
      return { code, message: `${place}${message}`, path: [...path, 'flowId'] };
    }),
  );
}

/** The enabled tasks of a flow, with their paths in its document. */
function tasksOf({ flow, sections }: FlowPlan): readonly { readonly task: TaskPlan; readonly path: Path }[] {
  return taskSections.flatMap((section) =>
    sections[section].map((task) => ({ task, path: [section, flow[section].indexOf(task.task)] })),
  );
}

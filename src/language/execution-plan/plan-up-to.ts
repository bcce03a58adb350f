import { templateReferences } from '../expressions/references-of.ts';
import { eachTask, type Output } from '../flow/flow.ts';
import type { FlowPlan } from './flow-plan.ts';

/**
 * The plan without the tasks after the one with this id, and without the outputs that need them; a task in a block keeps
 * its whole block. Undefined if none of its enabled `tasks` has the id. Error and final tasks stay.
 */
export function planUpTo(plan: FlowPlan, taskId: string): FlowPlan | undefined {
  const { flow, sections } = plan;
  const last = sections.tasks.findIndex(({ task }) => [...eachTask([task])].some(({ id }) => id === taskId));
  if (last === -1) return undefined;
  const tasks = sections.tasks.slice(0, last + 1);
  const later = new Set([...eachTask(sections.tasks.slice(last + 1).map(({ task }) => task))].map(({ id }) => id));
  const needsLater = ({ value }: Output): boolean =>
    templateReferences(value).some(({ reference }) => reference.root === 'task_outputs' && later.has(reference.taskId));
  return {
    ...plan,
    flow: { ...flow, outputs: flow.outputs.filter((output) => !needsLater(output)) },
    sections: { ...sections, tasks },
  };
}

import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { taskSections } from '../../../language/flow/flow.ts';
import { isFile } from '../../../language/inputs/input.ts';

/** Whether a flow, or one that it calls, has blocks. */
export function hasBlocks(plan: FlowPlan): boolean {
  return tasksOf(plan).some(({ work }) => work.kind === 'block' || (work.kind === 'call' && hasBlocks(work.plan)));
}

/** Whether a flow, or one that it calls, has files as inputs. */
export function downloadsFiles(plan: FlowPlan): boolean {
  if (plan.flow.inputs.some(isFile)) return true;
  return tasksOf(plan).some(({ work }) => work.kind === 'call' && downloadsFiles(work.plan));
}

/** The tasks of a flow, also those in its blocks. */
function tasksOf({ sections }: FlowPlan): readonly TaskPlan[] {
  return taskSections.flatMap((section) => sections[section]).flatMap(withInner);
}

function withInner(task: TaskPlan): readonly TaskPlan[] {
  return [task, ...innerTasks(task).flatMap(withInner)];
}

function innerTasks({ work }: TaskPlan): readonly TaskPlan[] {
  if (work.kind !== 'block') return [];
  const { block } = work;
  return block.kind === 'choice' ? block.choices.flatMap(({ tasks }) => tasks) : block.tasks;
}

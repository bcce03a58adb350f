import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { taskSections } from '../../../language/flow/flow.ts';

/** Whether a flow, or one that it calls, has blocks. */
export function hasBlocks({ sections }: FlowPlan): boolean {
  const isBlock = ({ work }: TaskPlan): boolean =>
    work.kind === 'block' || (work.kind === 'call' && hasBlocks(work.plan));
  return taskSections.some((section) => sections[section].some(isBlock));
}

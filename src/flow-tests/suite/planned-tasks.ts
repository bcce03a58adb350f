import type { FlowPlan, TaskPlan } from '../../execution-plan/flow-plan.ts';
import { taskSections, type Task } from '../../language/flow/flow.ts';

/** A task of a flow or of its subflows, as tests see it. */
export interface PlannedTask {
  readonly declared: Task;
  /** `jenkins`: a script that has no local form. `missing`: a call of a flow that was not found. */
  readonly kind: 'script' | 'jenkins' | 'message' | 'call' | 'missing' | 'disabled';
}

/** The tasks of a flow and of the flows that it calls, by path: `build/image` in subflows. */
export function plannedTasks(plan: FlowPlan, prefix = ''): ReadonlyMap<string, PlannedTask> {
  const tasks = new Map<string, PlannedTask>();
  for (const section of taskSections) {
    for (const declared of plan.flow[section]) tasks.set(prefix + declared.id, { declared, kind: 'disabled' });
    for (const task of plan.sections[section]) {
      const path = prefix + task.task.id;
      tasks.set(path, { declared: task.task, kind: kindOf(task) });
      if (task.work.kind !== 'call') continue;
      for (const [below, planned] of plannedTasks(task.work.plan, `${path}/`)) tasks.set(below, planned);
    }
  }
  return tasks;
}

function kindOf({ work, type }: TaskPlan): PlannedTask['kind'] {
  if (work.kind !== 'steps') return work.kind;
  return type.local ?? 'jenkins';
}

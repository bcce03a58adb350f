import type { SegmentBegin } from '../../src/engines/local/interpreter/segment-begin.ts';
import type { FlowPlan, TaskPlan } from '../../src/language/execution-plan/flow-plan.ts';
import type { Wait } from '../../src/language/flow/wait.ts';

/** The tasks at which a segment can begin, in order. */
export function segmentStarts({ sections, flow }: FlowPlan): readonly string[] {
  return sections.tasks.slice(flow.contributedTasks.length).map(({ task }) => task.id);
}

/** A plan in which a task of `tasks` waits; the texts are those of its view. */
export function waitingAt(plan: FlowPlan, id: string, wait: Wait): FlowPlan {
  return withTasks(plan, (task) =>
    task.task.id === id && task.work.kind === 'steps'
      ? [{ ...task, work: { ...task.work, kind: 'wait', wait } }]
      : [task],
  );
}

/** A plan with a task that waits before one of `tasks`, which ends the segment there. */
export function waitingBefore(plan: FlowPlan, id: string): FlowPlan {
  return withTasks(plan, (task) => (task.task.id === id ? [waitBefore(task), task] : [task]));
}

export const addedWait = 'wait_added_by_the_suite';

function waitBefore(plan: TaskPlan): TaskPlan {
  const { title, type, keepWorkspace, task } = plan;
  const { properties, ...rest } = task;
  const bare = { ...rest, id: addedWait, properties, outputSchema: {}, runIf: undefined, timeout: undefined };
  return {
    title,
    type,
    keepWorkspace,
    task: bare,
    onFailure: undefined,
    retry: undefined,
    workerGroup: undefined,
    work: { kind: 'wait', wait: { kind: 'time' }, view: {} },
  };
}

function withTasks(plan: FlowPlan, change: (task: TaskPlan) => readonly TaskPlan[]): FlowPlan {
  return { ...plan, sections: { ...plan.sections, tasks: plan.sections.tasks.flatMap(change) } };
}

/** The start of a segment that gets nothing. */
export const bareBegin: SegmentBegin = { elapsed: 0, hasWarning: false, outputs: new Map() };

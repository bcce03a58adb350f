import { quoteShort } from '../../base/problem/describe-value.ts';
import type { Problem } from '../../base/problem/problem.ts';
import { calledSecretDefaults, type CalledSecretDefault } from './called-secrets.ts';
import type { FlowPlan } from './flow-plan.ts';
import { jenkinsOnlyProblems } from './jenkins-only-problems.ts';
import type { Planned } from './plan-flow.ts';
import { allPlanTasks, passesFiles, planTasks, type PlacedTask } from './plan-tasks.ts';

/** The facts about a plan that a gateway needs to accept an execution: plain data, so that a thread can return them. */
export interface PlanFacts {
  /** The problems that the flow has on every engine, together with the flows that it calls. */
  readonly problems: readonly Problem[];
  /** The tasks that need a Jenkins. */
  readonly jenkinsOnly: readonly Problem[];
  readonly calledDefaults: readonly CalledSecretDefault[];
  /** The paths of the tasks of the flow itself that call flows, without the labels of items, in document order. */
  readonly calls: readonly string[];
  /** The worker groups of the flow and of its tasks, also in called flows, and who needs each. */
  readonly workerGroups: readonly { readonly group: string; readonly of: string }[];
  /** Whether a later segment gets files that tasks of an earlier one have kept. */
  readonly passesFiles: boolean;
}

export function planFacts({ plan, problems }: Planned): PlanFacts {
  return {
    problems,
    jenkinsOnly: jenkinsOnlyProblems(plan),
    calledDefaults: calledSecretDefaults(plan),
    calls: [...planTasks(plan)].filter(isCall).map(({ path }) => path),
    workerGroups: workerGroupsOf(plan),
    passesFiles: passesFiles(plan),
  };
}

/** Each group once. A task without one runs where the flow or the block around it does. */
function workerGroupsOf(plan: FlowPlan): PlanFacts['workerGroups'] {
  const users = new Map<string, string>();
  const { workerGroup: ofFlow } = plan.flow;
  if (ofFlow !== undefined) users.set(ofFlow, 'the flow');
  for (const { path, plan: task } of allPlanTasks(plan)) {
    const { workerGroup: group } = task;
    if (group !== undefined && !users.has(group)) users.set(group, `the task ${quoteShort(path)}`);
  }
  return [...users].map(([group, of]) => ({ group, of }));
}

function isCall({ plan: { work } }: PlacedTask): boolean {
  return work.kind === 'call' || work.kind === 'missing' || (work.kind === 'wait' && work.separate !== undefined);
}

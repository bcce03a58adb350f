import type { Problem } from '../problem/problem.ts';
import { calledSecretDefaults, type CalledSecretDefault } from './called-secrets.ts';
import { jenkinsOnlyProblems } from './jenkins-only-problems.ts';
import type { Planned } from './plan-flow.ts';
import { passesFiles, planTasks, type PlacedTask } from './plan-tasks.ts';

/** The facts about a plan that a gateway needs to accept an execution: plain data, so that a thread can return them. */
export interface PlanFacts {
  /** The problems that the flow has on every engine, together with the flows that it calls. */
  readonly problems: readonly Problem[];
  /** The tasks that need a Jenkins. */
  readonly jenkinsOnly: readonly Problem[];
  readonly calledDefaults: readonly CalledSecretDefault[];
  /** The paths of the tasks of the flow itself that call flows, without the labels of items, in document order. */
  readonly calls: readonly string[];
  /** Whether a later segment gets files that tasks of an earlier one have kept. */
  readonly passesFiles: boolean;
}

export function planFacts({ plan, problems }: Planned): PlanFacts {
  return {
    problems,
    jenkinsOnly: jenkinsOnlyProblems(plan),
    calledDefaults: calledSecretDefaults(plan),
    calls: [...planTasks(plan)].filter(isCall).map(({ path }) => path),
    passesFiles: passesFiles(plan),
  };
}

function isCall({ plan: { work } }: PlacedTask): boolean {
  return work.kind === 'call' || work.kind === 'missing' || (work.kind === 'wait' && work.separate !== undefined);
}

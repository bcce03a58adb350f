import type { Problem } from '../problem/problem.ts';
import { calledSecretDefaults, type CalledSecretDefault } from './called-secrets.ts';
import { jenkinsOnlyProblems } from './jenkins-only-problems.ts';
import type { Planned } from './plan-flow.ts';

/** What a gateway must know about a plan to accept an execution: plain data, so that a thread can find it out. */
export interface PlanFacts {
  /** The problems that the flow has on every engine, together with the flows that it calls. */
  readonly problems: readonly Problem[];
  /** The tasks that need a Jenkins. */
  readonly jenkinsOnly: readonly Problem[];
  readonly calledDefaults: readonly CalledSecretDefault[];
}

export function planFacts({ plan, problems }: Planned): PlanFacts {
  return { problems, jenkinsOnly: jenkinsOnlyProblems(plan), calledDefaults: calledSecretDefaults(plan) };
}

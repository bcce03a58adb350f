import type { Problem } from '../../base/problem/problem.ts';

/** What decides on which controller a flow runs. */
export interface FlowNeeds {
  readonly namespace: string;
  readonly workerGroups: readonly NeededGroup[];
}

/** A worker group, and who needs it, such as `the task "build"`. */
interface NeededGroup {
  readonly group: string;
  readonly of: string;
}

/** Why no controller can run a flow; `group` is the worker group that another one has. */
export interface PlaceProblem extends Pick<Problem, 'code' | 'message'> {
  readonly group?: string;
}

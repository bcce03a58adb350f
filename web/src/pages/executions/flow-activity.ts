import type { ExecutionBrief } from '../../api/execution-queries.ts';
import type { State } from '../../components/state-badge.tsx';

export interface SparklineBar {
  readonly id: string;
  readonly state: State;
  readonly milliseconds: number;
}

export interface Activity {
  /** Among executions that ended without being stopped; undefined if there are none. */
  readonly successRate: number | undefined;
  readonly succeeded: number;
  readonly failed: number;
  /** Not counted in the rate, because stopping says nothing about the flow. */
  readonly stopped: number;
  /** The median of the durations of those that succeeded, in milliseconds. */
  readonly median: number | undefined;
  readonly longest: number | undefined;
  /** The oldest first. */
  readonly durations: readonly SparklineBar[];
}

/** How the latest executions of a flow went. A WARNING counts as a success: the flow permits what failed. */
export function activityOf(executions: readonly ExecutionBrief[]): Activity {
  const inState = (...states: readonly ExecutionBrief['state'][]) =>
    executions.filter(({ state }) => states.includes(state)).length;
  const [succeeded, failed, stopped] = [inState('SUCCESS', 'WARNING'), inState('FAILED'), inState('KILLED')];
  const durations = executions
    .flatMap(({ id, state, startedAt, endedAt }) =>
      startedAt === undefined || endedAt === undefined
        ? []
        : [{ id, state, milliseconds: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) }],
    )
    .toReversed();
  const ofSuccesses = durations
    .filter(({ state }) => state === 'SUCCESS' || state === 'WARNING')
    .map(({ milliseconds }) => milliseconds)
    .toSorted((one, other) => one - other);
  return {
    successRate: succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed),
    succeeded,
    failed,
    stopped,
    median: ofSuccesses[Math.floor((ofSuccesses.length - 1) / 2)],
    longest: ofSuccesses.at(-1),
    durations,
  };
}

/** A share in whole percent; 100 only if it is all, and 0 only if it is nothing. */
export function percentText(share: number): string {
  if (share <= 0 || share >= 1) return `${Math.round(share) * 100}%`;
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`;
}

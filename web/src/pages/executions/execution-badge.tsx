import type { Execution, ExecutionBrief } from '../../api/execution-queries.ts';
import { StateBadge, type StateBadgeProps } from '../../components/state-badge.tsx';
import { waitWord } from './waits/wait-texts.ts';

interface ExecutionBadgeProps extends Pick<StateBadgeProps, 'variant'> {
  readonly execution: Pick<Execution | ExecutionBrief, 'state' | 'waitingFor'>;
}

/** The state of an execution, or what it waits for: one that waits does not run. */
export function ExecutionBadge({ execution: { state, waitingFor }, variant }: ExecutionBadgeProps) {
  return waitingFor === undefined ? (
    <StateBadge state={state} variant={variant} />
  ) : (
    <StateBadge state="WAITING" word={waitWord(waitingFor)} variant={variant} />
  );
}

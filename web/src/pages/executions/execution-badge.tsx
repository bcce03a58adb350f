import type { Execution, ExecutionBrief } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { StateBadge, stateStyles, type StateBadgeProps } from '../../components/state-badge.tsx';
import { waitWord } from './waits/wait-texts.ts';

interface ExecutionBadgeProps extends Pick<StateBadgeProps, 'variant'> {
  readonly execution: Pick<Execution | ExecutionBrief, 'state' | 'waitingFor'> & Partial<Pick<Execution, 'held'>>;
}

/** The state of an execution, what it waits for, or that it is held: one that waits does not run. */
export function ExecutionBadge({ execution, variant }: ExecutionBadgeProps) {
  const { state, waitingFor, held } = execution;
  if (waitingFor !== undefined) return <StateBadge state="WAITING" word={waitWord(waitingFor)} variant={variant} />;
  const { word } = stateStyles[state];
  return <StateBadge state={state} word={held && !isFinal(state) ? `${word}, held` : word} variant={variant} />;
}

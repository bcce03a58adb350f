import { StateIcon, stateStyles, type State } from './state-icon.tsx';
import './state-badge.css';

/** A state as a shape, a word and a colour. */
export function StateBadge({
  state,
  variant = 'plain',
}: {
  readonly state: State;
  readonly variant?: 'plain' | 'tinted';
}) {
  const { word, tone } = stateStyles[state];
  return (
    <span className={`state-badge tone-${tone}`} data-variant={variant} data-state={state}>
      <StateIcon state={state} />
      {word}
    </span>
  );
}

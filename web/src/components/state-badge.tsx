import { StateIcon, stateStyles, type State } from './state-icon.tsx';
import './state-badge.css';

interface StateBadgeProps {
  readonly state: State;
  /** Default: the word of the state. */
  readonly word?: string;
  readonly variant?: 'plain' | 'tinted';
}

/** A state, or what is shown like one, as a shape, a word and a colour. */
export function StateBadge({ state, word = stateStyles[state].word, variant = 'plain' }: StateBadgeProps) {
  return (
    <span className={`state-badge tone-${stateStyles[state].tone}`} data-variant={variant} data-state={state}>
      <StateIcon state={state} />
      {word}
    </span>
  );
}

import { StateIcon, stateLooks, type State } from './state-icon.tsx';
import './state-badge.css';

/** A state as a shape, a word and a colour. */
export function StateBadge({ state, look = 'plain' }: { readonly state: State; readonly look?: 'plain' | 'tinted' }) {
  const { word, tone } = stateLooks[state];
  return (
    <span className={`state-badge tone-${tone}`} data-look={look} data-state={state}>
      <StateIcon state={state} />
      {word}
    </span>
  );
}

import type { AuditEntry } from '../../api/system-queries.ts';
import { StateIcon, stateStyles } from '../../components/state-icon.tsx';
import { outcomeStyles } from './audit-words.ts';
import '../../components/state-badge.css';

/** An outcome as a shape, a word and a colour. */
export function OutcomeBadge({ outcome }: { readonly outcome: AuditEntry['outcome'] }) {
  const { word, state } = outcomeStyles[outcome];
  return (
    <span className={`state-badge tone-${stateStyles[state].tone}`}>
      <StateIcon state={state} />
      {word}
    </span>
  );
}

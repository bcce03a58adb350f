import type { AuditEntry } from '../../api/system-queries.ts';
import { StateIcon, stateLooks } from '../../components/state-icon.tsx';
import { outcomeLooks } from './audit-words.ts';
import '../../components/state-badge.css';

/** An outcome as a shape, a word and a colour. */
export function OutcomeBadge({ outcome }: { readonly outcome: AuditEntry['outcome'] }) {
  const { word, state } = outcomeLooks[outcome];
  return (
    <span className={`state-badge tone-${stateLooks[state].tone}`}>
      <StateIcon state={state} />
      {word}
    </span>
  );
}

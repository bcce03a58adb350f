import { useEffect, useRef, useState } from 'react';
import { outcomeMarks, type Outcome } from '../../../../src/import/finding.ts';
import { ToggleChips } from '../../components/filter-chips.tsx';
import type { ImportedJob, ImportFinding } from './import-report.ts';

const outcomes = Object.keys(outcomeMarks) as readonly Outcome[]; // its keys

export interface FindingListProps {
  readonly job: ImportedJob;
  /** Indexes of findings. */
  readonly chosen: readonly number[];
  readonly onChoose: (index: number) => void;
}

/** What became of each statement, each a button that shows it on both sides. */
export function FindingList({ job: { findings, coverage }, chosen, onChoose }: FindingListProps) {
  const [shown, setShown] = useState<readonly Outcome[]>([]);
  const counts = { mapped: coverage.mapped, approximated: coverage.approximated, 'by hand': coverage.byHand };
  const rows = findings
    .map((finding, index) => ({ finding, index }))
    .filter(({ finding: { outcome } }) => shown.length === 0 || shown.includes(outcome));
  return (
    <section className="stack gap-8" aria-label="Statements">
      <ToggleChips
        label="Show only"
        options={outcomes.map((value) => ({ value, text: `${outcomeMarks[value]} ${counts[value]} ${value}` }))}
        chosen={shown}
        onChange={setShown}
      />
      {rows.length === 0 ? (
        <p className="muted">{findings.length === 0 ? 'It contains no statements.' : 'No statement matches.'}</p>
      ) : (
        <ul className="findings framed">
          {rows.map(({ finding, index }) => (
            <li key={index}>
              <FindingRow
                finding={finding}
                isChosen={chosen.includes(index)}
                isFirst={chosen[0] === index}
                onChoose={() => onChoose(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FindingRowProps {
  readonly finding: ImportFinding;
  readonly isChosen: boolean;
  /** Whether it is the first of those that are chosen. */
  readonly isFirst: boolean;
  readonly onChoose: () => void;
}

function FindingRow({ finding, isChosen, isFirst, onChoose }: FindingRowProps) {
  const { line, column, outcome, construct, message, target } = finding;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = button.current?.closest('ul');
    if (!isFirst || !list) return;
    // Only the list scrolls, not the page.
    const { top, bottom } = button.current!.getBoundingClientRect();
    const area = list.getBoundingClientRect();
    if (top < area.top) list.scrollTop -= area.top - top;
    else if (bottom > area.bottom) list.scrollTop += bottom - area.bottom;
  }, [isFirst]);
  return (
    <button ref={button} type="button" className="finding hoverable" aria-pressed={isChosen} onClick={onChoose}>
      <code className="muted">
        {line}:{column}
      </code>
      <OutcomeWord outcome={outcome} />
      <code className="breaks">{construct}</code>
      <span className="breaks">
        {message}
        {target !== undefined && outcome !== 'by hand' && <span className="muted"> → {target}</span>}
      </span>
    </button>
  );
}

function OutcomeWord({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span className="outcome inline" data-outcome={outcome}>
      <span className="outcome-mark" aria-hidden="true">
        {outcomeMarks[outcome]}
      </span>
      {outcome}
    </span>
  );
}

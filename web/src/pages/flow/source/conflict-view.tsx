import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../../../../src/contract/operation-types.ts';
import { revisionQuery } from '../../../api/flow-part-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Select } from '../../../components/select.tsx';
import { DiffView } from '../../../editor/diff-view.tsx';
import { editedText } from '../../../editor/line-breaks.ts';

export interface ConflictViewProps {
  /** The latest revision, which someone else stored. */
  readonly theirs: Schema<'Flow'>;
  /** The revision that was edited. */
  readonly base: number;
  readonly mine: () => string;
  readonly onTakeTheirs: () => void;
  readonly onSaveMine: () => void;
}

const comparisons = [
  { value: 'theirs-mine', text: 'Their text and yours' },
  { value: 'base-theirs', text: 'What they changed' },
  { value: 'base-mine', text: 'What you changed' },
] as const;

type Comparison = (typeof comparisons)[number]['value'];

/** Someone else saved meanwhile: shows what differs, and lets the user decide which text is the next revision. */
export function ConflictView({ theirs, base, mine, onTakeTheirs, onSaveMine }: ConflictViewProps) {
  const [shown, setShown] = useState<{ readonly mine: string }>();
  return (
    <section role="alert" className="conflict" aria-label="Someone else saved this flow">
      <Callout tone="warning" title={`${theirs.updatedBy} saved revision ${theirs.revision} while you edited`}>
        <p>
          You began with revision {base}. Theirs is from <RelativeTime at={theirs.updatedAt} />. Nothing of yours is
          lost until you decide.
        </p>
        <div className="callout-foot">
          <Button onPress={() => setShown(shown === undefined ? { mine: mine() } : undefined)}>
            {shown === undefined ? 'Show the differences' : 'Hide the differences'}
          </Button>
          <Button onPress={onTakeTheirs}>Take theirs, discard mine</Button>
          <Button onPress={onSaveMine}>Save mine on top</Button>
        </div>
      </Callout>
      {shown !== undefined && <Differences theirs={theirs} base={base} mine={shown.mine} />}
    </section>
  );
}

function Differences({
  theirs,
  base,
  mine,
}: {
  readonly theirs: Schema<'Flow'>;
  readonly base: number;
  readonly mine: string;
}) {
  const [comparison, setComparison] = useState<Comparison>('theirs-mine');
  const query = useQuery(revisionQuery(theirs.namespace, theirs.id, base));
  return (
    <>
      <Select label="Compare" options={comparisons} value={comparison} onChange={setComparison} />
      <QueryView query={query} what={`revision ${base}`}>
        {(original) => {
          const sides = {
            base: { label: `Revision ${base}`, text: editedText(original.source) },
            theirs: { label: `Revision ${theirs.revision}`, text: editedText(theirs.source) },
            mine: { label: 'Your text', text: mine },
          };
          const [before, after] = comparison.split('-') as [keyof typeof sides, keyof typeof sides]; // as listed above
          return <DiffView before={sides[before]} after={sides[after]} />;
        }}
      </QueryView>
    </>
  );
}

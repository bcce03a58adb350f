import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { revisionQuery } from '../../../api/flow-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Select } from '../../../components/field.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import { DiffView } from '../../../editor/diff-view.tsx';
import { editedText } from '../../../editor/line-breaks.ts';
import { mergeTexts, type TextVersions } from './merge-texts.ts';

export interface ConflictViewProps {
  /** The latest revision, which someone else stored. */
  readonly theirs: Schema<'Flow'>;
  /** The revision that was edited. */
  readonly base: number;
  /** The text in the editor. */
  readonly mine: string;
  readonly onTakeTheirs: () => void;
  readonly onTakeMerged: (text: string) => void;
  readonly onSaveMine: () => void;
}

/** Someone else saved in the meantime: shows what differs, and lets the user decide what to do. */
export function ConflictView({ theirs, base, mine, ...actions }: ConflictViewProps) {
  const query = useQuery(revisionQuery(theirs, base));
  return (
    <section role="alert" className="conflict stack gap-8" aria-label="Someone else saved this flow">
      <Callout tone="warning" title={`${theirs.updatedBy} saved revision ${theirs.revision} while you edited`}>
        <p>
          You started from revision {base}. Theirs is from <RelativeTime at={theirs.updatedAt} />. None of your changes
          are lost until you decide.
        </p>
      </Callout>
      <QueryView query={query} what={`revision ${base}`}>
        {({ source }) => (
          <Decision
            texts={{ base: editedText(source), theirs: editedText(theirs.source), mine }}
            labels={{ base: `Revision ${base}`, theirs: `Revision ${theirs.revision}` }}
            {...actions}
          />
        )}
      </QueryView>
    </section>
  );
}

interface DecisionProps extends Pick<ConflictViewProps, 'onTakeTheirs' | 'onTakeMerged' | 'onSaveMine'> {
  readonly texts: TextVersions;
  readonly labels: { readonly base: string; readonly theirs: string };
}

const comparisons = [
  { value: 'theirs-mine', text: 'Their version and yours' },
  { value: 'base-theirs', text: 'Their changes' },
  { value: 'base-mine', text: 'Your changes' },
] as const;
const mergedComparison = { value: 'theirs-merged', text: 'Their version and the merged one' } as const;

type Comparison = (typeof comparisons)[number]['value'] | (typeof mergedComparison)['value'];

function Decision({ texts, labels, onTakeTheirs, onTakeMerged, onSaveMine }: DecisionProps) {
  const [isShown, setShown] = useState(false);
  const [comparison, setComparison] = useState<Comparison>('theirs-mine');
  const merged = mergeTexts(texts);
  const sides = {
    base: { label: labels.base, text: texts.base },
    theirs: { label: labels.theirs, text: texts.theirs },
    mine: { label: 'Your version', text: texts.mine },
    merged: { label: 'The merged version', text: merged ?? '' },
  };
  const options = merged === undefined ? comparisons : [...comparisons, mergedComparison];
  const chosen = options.some(({ value }) => value === comparison) ? comparison : 'theirs-mine';
  const [before, after] = chosen.split('-') as [keyof typeof sides, keyof typeof sides]; // as listed above
  return (
    <>
      {merged === undefined && (
        <p>You both changed the same lines, so the two versions cannot be merged automatically.</p>
      )}
      <div className="row">
        {merged !== undefined && <Button onPress={() => onTakeMerged(merged)}>Merge theirs into mine</Button>}
        <Button onPress={() => setShown(!isShown)}>{isShown ? 'Hide the differences' : 'Show the differences'}</Button>
        <Button onPress={onTakeTheirs}>Take theirs, discard mine</Button>
        <Button onPress={onSaveMine}>Save mine on top</Button>
      </div>
      {isShown && (
        <>
          <Select label="Compare" options={options} value={chosen} onChange={setComparison} />
          <DiffView before={sides[before]} after={sides[after]} />
        </>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { revisionQuery } from '../../../api/flow-queries.ts';
import { Select } from '../../../components/field.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { DiffView, type DiffViewProps } from '../../../editor/diff-view.tsx';
import { editedText } from '../../../editor/line-breaks.ts';
import type { RevisionPair } from './chosen-revisions.ts';

export interface RevisionDiffProps {
  readonly flow: Schema<'FlowKey'>;
  readonly pair: RevisionPair;
  readonly layout: DiffViewProps['layout'];
  readonly onLayout: (layout: DiffViewProps['layout']) => void;
}

const layouts = [
  { value: 'auto', text: 'Automatic' },
  { value: 'side-by-side', text: 'Side by side' },
  { value: 'unified', text: 'Unified' },
] as const;

/** What differs between two revisions. */
export function RevisionDiff({ flow, pair: { from, to }, layout, onLayout }: RevisionDiffProps) {
  const before = useQuery(revisionQuery(flow, from));
  const after = useQuery(revisionQuery(flow, to));
  return (
    <section className="stack" aria-labelledby="revision-diff">
      <div className="row apart">
        <h2 id="revision-diff">
          Revision {from} → {to}
        </h2>
        <Select
          label="Layout"
          isLabelHidden
          options={layouts}
          value={layout ?? 'auto'}
          onChange={(chosen) => onLayout(chosen === 'auto' ? undefined : chosen)}
        />
      </div>
      <QueryView query={before} what={`revision ${from}`}>
        {(older) => (
          <QueryView query={after} what={`revision ${to}`}>
            {(newer) =>
              older.source === newer.source ? (
                <p className="muted">The two revisions are identical.</p>
              ) : (
                <DiffView
                  before={{ label: `Revision ${from}`, text: editedText(older.source) }}
                  after={{ label: `Revision ${to}`, text: editedText(newer.source) }}
                  layout={layout}
                />
              )
            }
          </QueryView>
        )}
      </QueryView>
    </section>
  );
}

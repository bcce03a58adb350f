import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { restoreRevision } from '../../../api/flow-changes.ts';
import { flowQuery, revisionListQuery, type RevisionEntry } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { useMayChange } from '../../../api/use-may.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { DataTable, type Column } from '../../../components/data-table.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import { LoadMore } from '../../../lists/paged-list.tsx';
import { Commit } from '../commit.tsx';
import type { FlowTabProps } from '../flow-tab-props.ts';
import { chosenRevisions, type RevisionPair } from './chosen-revisions.ts';
import { RevisionDiff } from './revision-diff.tsx';
import './revisions.css';

const route = getRouteApi('/ui/flows/$namespace/$flowId');

/** Who changed the flow and when, what differs between two revisions, and the way back to an earlier one. */
export function RevisionsTab({ flow }: FlowTabProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange(flow);
  const query = useInfiniteQuery(revisionListQuery(flow));
  const pair = chosenRevisions(search, flow.revision, {
    listed: query.data?.pages.flat().map(({ revision }) => revision) ?? [],
    isWhole: query.isSuccess && !query.hasNextPage,
  });
  const choose = (changed: Partial<RevisionPair>) =>
    void navigate({
      search: (before) => ({
        ...before,
        from: textOf(changed.from ?? pair?.from),
        to: textOf(changed.to ?? pair?.to),
      }),
      replace: true,
    });
  return (
    <div className="revisions stack">
      <QueryView query={query} what="the revisions">
        {({ pages }) => {
          const entries = pages.flat();
          const latest = entries.find(({ revision }) => revision === flow.revision);
          return (
            <DataTable
              label="Revisions"
              keyOf={({ revision }) => String(revision)}
              rows={entries}
              columns={[
                ...columns,
                ...(['from', 'to'] as const).map((end): Column<RevisionEntry> => ({
                  header: end === 'from' ? 'From' : 'To',
                  cell: ({ revision }) => (
                    <label className="row-choice">
                      <input
                        type="radio"
                        name={`compare ${end}`}
                        aria-label={`Compare ${end} revision ${revision}`}
                        checked={pair?.[end] === revision}
                        onChange={() => choose({ [end]: revision })}
                      />
                    </label>
                  ),
                })),
                mayChange && {
                  header: 'Restore',
                  cell: (entry) => (
                    <RestoreButton
                      flow={flow}
                      revision={entry.revision}
                      isCurrent={entry.sha256 === latest?.sha256}
                      onRestored={({ revision }) => choose({ from: revision - 1, to: revision })}
                    />
                  ),
                },
              ]}
            />
          );
        }}
      </QueryView>
      <LoadMore query={query} />
      {pair === undefined ? (
        <p className="muted">There is no earlier revision to compare with.</p>
      ) : (
        <RevisionDiff
          flow={flow}
          pair={pair}
          layout={search.view}
          onLayout={(view) => void navigate({ search: (before) => ({ ...before, view }), replace: true })}
        />
      )}
    </div>
  );
}

const columns: readonly Column<RevisionEntry>[] = [
  {
    header: 'Revision',
    cell: ({ revision, restoredFrom, ...origin }) => (
      <>
        {revision}
        {restoredFrom !== undefined && <div className="muted small">restores {restoredFrom}</div>}
        {origin.commit !== undefined && (
          <div className="muted small">
            <Commit {...origin} commit={origin.commit} />
          </div>
        )}
      </>
    ),
  },
  { header: 'Author', grows: true, cell: ({ createdBy }) => <span title={createdBy}>{createdBy}</span> },
  { header: 'Saved', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { header: 'Bytes', from: 900, isNumber: true, cell: ({ size }) => size },
];

function textOf(revision: number | undefined): string | undefined {
  return revision === undefined ? undefined : String(revision);
}

export interface RestoreButtonProps {
  readonly flow: Schema<'Flow'>;
  readonly revision: number;
  /** Whether the latest revision has the same text. */
  readonly isCurrent: boolean;
  readonly onRestored: (flow: Schema<'Flow'>) => void;
}

/** Makes an earlier revision the newest, after confirmation. */
export function RestoreButton({ flow, revision, isCurrent, onRestored }: RestoreButtonProps) {
  const client = useQueryClient();
  const { revision: latest } = flow;
  return (
    <ConfirmButton
      text="Restore"
      variant="quiet"
      isDisabled={isCurrent}
      aria-label={`Restore revision ${revision}`}
      title={`Restore revision ${revision}?`}
      confirm="Restore"
      isDangerous={false}
      failure="Could not restore the revision"
      action={{
        run: () => restoreRevision(flow, { revision, latest }),
        invalidates: [queryKeys.flows],
        done: (restored) => `Restored revision ${revision} as revision ${restored.revision}`,
        onDone: (restored) => {
          client.setQueryData(flowQuery(flow).queryKey, restored);
          onRestored(restored);
        },
      }}
    >
      <p>
        Its text becomes revision {latest + 1}, which runs from then on. All revisions are kept, so you can undo this.
      </p>
    </ConfirmButton>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { asProblem } from '../../api/api-problem.ts';
import { restoreRevision } from '../../api/flow-changes.ts';
import { revisionListQuery, revisionQuery } from '../../api/flow-queries.ts';
import { queryKeys } from '../../api/read.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/query-view.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OwnerNotice } from './owner-notice.tsx';

/** Instead of a flow that does not exist, or was deleted: then it can be restored, or removed for good. */
export function MissingFlow({ flow }: { readonly flow: Schema<'FlowKey'> }) {
  const revisions = useInfiniteQuery({ ...revisionListQuery(flow), retry: false });
  const mayWrite = useMay()('write', flow.namespace);
  const [isDeleting, setDeleting] = useState(false);
  const latest = revisions.data?.pages[0]?.[0]?.revision;
  const { owner } = useQuery({ ...revisionQuery(flow, latest ?? 0), enabled: latest !== undefined }).data ?? {};
  const restore = useAction({
    run: (revision: number) => restoreRevision(flow, { revision, latest: revision }),
    invalidates: [queryKeys.flows],
    done: ({ revision }) => `Restored as revision ${revision}`,
  });
  if (revisions.isPending) return <Skeleton />;
  const { error } = revisions;
  if (error !== null && asProblem(error).status !== 404)
    return (
      <ErrorBox what="Could not load the flow" problem={asProblem(error)} onRetry={() => void revisions.refetch()} />
    );
  if (latest === undefined)
    return (
      <EmptyState kind="none" title="This flow does not exist">
        <p>It may have another id, or you may not read its namespace.</p>
        <div className="row">
          <Link to="/ui/flows" className="button button-plain">
            All flows
          </Link>
          {mayWrite && (
            <Link to="/ui/new-flow" className="button button-plain">
              New flow
            </Link>
          )}
        </div>
      </EmptyState>
    );
  return (
    <EmptyState kind="none" title="This flow was deleted">
      <p>Its revisions are kept; the last one is {latest}.</p>
      {owner !== undefined && <OwnerNotice owner={owner} />}
      {mayWrite && owner === undefined && (
        <div className="row">
          <Button variant="primary" isBusy={restore.isBusy} onPress={() => restore.start(latest)}>
            Restore
          </Button>
          <Button onPress={() => setDeleting(true)}>Remove its history…</Button>
        </div>
      )}
      <ErrorBox what="Could not restore the flow" problem={restore.problem} />
      {isDeleting && <DeleteDialog flow={{ ...flow, revision: latest }} isPurge onClose={() => setDeleting(false)} />}
    </EmptyState>
  );
}

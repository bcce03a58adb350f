import { Link } from '@tanstack/react-router';
import type { Execution } from '../../api/execution-queries.ts';
import { useApprovals } from '../../api/use-approvals.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HelpLink } from '../../components/help-link.tsx';
import { Page } from '../../components/page.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { KnownUsersOnly } from '../../shell/known-users-only.tsx';
import './approvals.css';

export function ApprovalsPage() {
  return (
    <KnownUsersOnly title="Waiting for you" what="Approvals are">
      <Approvals />
    </KnownUsersOnly>
  );
}

const columns: readonly Column<Execution>[] = [
  {
    header: 'Question',
    grows: true,
    cell: ({ id, namespace, flowId, actor, waitingFor }) => (
      <div className="approval-question">
        <Link {...executionPage(id)} data-row-link className="cut">
          {waitingFor?.message ?? waitingFor?.task}
        </Link>
        <span className="muted small cut">
          {namespace}/{flowId}, started by {actor}
        </span>
      </div>
    ),
  },
  { header: 'Since', cell: ({ waitingFor }) => waitingFor && <RelativeTime at={waitingFor.since} /> },
  { header: 'Until', from: 900, cell: ({ waitingFor }) => waitingFor?.until && <RelativeTime at={waitingFor.until} /> },
];

function Approvals() {
  const { query, isOpen } = useApprovals();
  return (
    <Page title="Waiting for you">
      <PagedList
        query={query}
        what="the approvals"
        itemsOf={({ executions }) => executions.filter(isOpen)}
        empty={(hasMore) => (
          <EmptyState kind="none" title={hasMore ? 'None of the latest approvals are yours' : 'Nothing waits for you'}>
            <p>Approvals that you may decide appear here.</p>
            <HelpLink page="how-to/approve-wait-and-restart">Let a flow ask before it continues</HelpLink>
          </EmptyState>
        )}
      >
        {(executions) => <DataTable label="Approvals" columns={columns} rows={executions} keyOf={({ id }) => id} />}
      </PagedList>
    </Page>
  );
}

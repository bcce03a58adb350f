import { Link } from '@tanstack/react-router';
import type { Execution } from '../../api/execution-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Duration } from '../../components/duration.tsx';
import { Labels } from '../../components/labels.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { StateBadge } from '../../components/state-badge.tsx';

const columns: readonly Column<Execution>[] = [
  {
    id: 'execution',
    header: 'Execution',
    cell: ({ id, namespace, flowId }) => (
      <Link to="/ui/executions/$executionId" params={{ executionId: id }} data-row-link>
        {namespace}/{flowId}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    id: 'duration',
    header: 'Duration',
    isNumber: true,
    from: 600,
    cell: ({ startedAt, endedAt }) => startedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
  },
  { id: 'actor', header: 'Started by', from: 900, cell: ({ actor }) => actor },
  { id: 'revision', header: 'Revision', isNumber: true, from: 900, cell: ({ revision }) => revision },
  { id: 'labels', header: 'Labels', from: 1200, grows: true, cell: ({ labels }) => <Labels labels={labels} /> },
];

/** Executions, newest first. */
export function ExecutionTable({ executions }: { readonly executions: readonly Execution[] }) {
  return <DataTable label="Executions" columns={columns} rows={executions} keyOf={({ id }) => id} />;
}

import { Link } from '@tanstack/react-router';
import type { HomeExecution } from '../../api/home-query.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { FlowName } from '../../components/flow-name.tsx';
import { Duration, RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { ExecutionBadge } from '../executions/execution-badge.tsx';
import { FailureReason } from '../executions/failure-reason.tsx';

interface HomeExecutionsProps {
  readonly label: string;
  readonly executions: readonly HomeExecution[];
  /** Why they are listed, which decides what is shown of each. */
  readonly because: 'failed' | 'waiting' | 'running';
}

/** Executions of any flow, with what matters in the morning. */
export function HomeExecutions({ label, executions, because }: HomeExecutionsProps) {
  const columns: readonly (Column<HomeExecution> | false)[] = [
    {
      header: 'Execution',
      cell: ({ id, number, namespace, flow_id: flow }) => (
        <Link {...executionPage(id)} data-row-link>
          <FlowName namespace={namespace} id={flow} number={number} />
        </Link>
      ),
    },
    because === 'running' && { header: 'State', cell: (execution) => <ExecutionBadge execution={execution} /> },
    because === 'failed' && {
      header: 'Reason',
      grows: true,
      cell: (execution) => <FailureReason execution={execution} />,
    },
    because === 'waiting' && {
      header: 'Question',
      grows: true,
      cell: ({ message }) => <span title={message}>{message}</span>,
    },
    because === 'failed'
      ? { header: 'Ended', cell: ({ createdAt, endedAt = createdAt }) => <RelativeTime at={endedAt} /> }
      : { header: 'Created', grows: because === 'running', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: 'Duration',
      isNumber: true,
      from: 600,
      cell: ({ startedAt, endedAt }) => startedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
    },
  ];
  return <DataTable label={label} columns={columns} rows={executions} keyOf={({ id }) => id} />;
}

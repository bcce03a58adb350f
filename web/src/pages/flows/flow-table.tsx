import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../../../src/contract/operation-types.ts';
import { executionListQuery, type Execution } from '../../api/execution-queries.ts';
import { triggersQuery } from '../../api/flow-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Labels } from '../../components/labels.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { StateBadge } from '../../components/state-badge.tsx';

export type FlowSummary = Schema<'FlowSummary'>;

/** Flows with their last execution and the next tick of their schedules. */
export function FlowTable({ flows }: { readonly flows: readonly FlowSummary[] }) {
  const recent = useInfiniteQuery(executionListQuery({}, { limit: 200 }));
  const newest = newestByFlow(recent.data?.pages[0]?.executions ?? []);
  const columns: readonly Column<FlowSummary>[] = [
    {
      id: 'flow',
      header: 'Flow',
      cell: ({ namespace, id }) => (
        <Link to="/ui/flows/$namespace/$flowId" params={{ namespace, flowId: id }} data-row-link>
          <span className="muted">{namespace}/</span>
          {id}
        </Link>
      ),
    },
    {
      id: 'last',
      header: 'Last execution',
      cell: (flow) =>
        recent.data !== undefined && (
          <LastExecution
            flow={flow}
            known={newest.get(keyOf(flow))}
            isKnownAbsent={recent.data.pages[0]?.nextCursor === undefined}
          />
        ),
    },
    { id: 'next', header: 'Next', from: 900, cell: (flow) => <NextTick flow={flow} /> },
    { id: 'labels', header: 'Labels', from: 900, cell: ({ labels }) => <Labels labels={labels} /> },
    { id: 'description', header: 'Description', from: 900, grows: true, cell: ({ description }) => description },
    {
      id: 'updated',
      header: 'Changed',
      from: 600,
      cell: ({ updatedAt, updatedBy }) => (
        <>
          <RelativeTime at={updatedAt} /> <span className="muted">by {updatedBy}</span>
        </>
      ),
    },
  ];
  return <DataTable label="Flows" columns={columns} rows={flows} keyOf={keyOf} />;
}

function keyOf({ namespace, id }: Pick<FlowSummary, 'namespace' | 'id'>): string {
  return `${namespace}/${id}`;
}

function newestByFlow(executions: readonly Execution[]): ReadonlyMap<string, Execution> {
  const newestLast = executions.toReversed();
  return new Map(newestLast.map((execution) => [keyOf({ ...execution, id: execution.flowId }), execution]));
}

/** Asks for the execution only if it is not among the most recent ones of all flows. */
function LastExecution({
  flow: { namespace, id },
  known,
  isKnownAbsent,
}: {
  readonly flow: FlowSummary;
  readonly known: Execution | undefined;
  readonly isKnownAbsent: boolean;
}) {
  const { data } = useInfiniteQuery({
    ...executionListQuery({ namespace, flow_id: id }, { limit: 1 }),
    enabled: known === undefined && !isKnownAbsent,
  });
  const last = known ?? data?.pages[0]?.executions[0];
  if (last === undefined) return <span className="muted">never</span>;
  return (
    <Link to="/ui/executions/$executionId" params={{ executionId: last.id }} className="last-execution">
      <StateBadge state={last.state} /> <RelativeTime at={last.createdAt} />
    </Link>
  );
}

function NextTick({ flow: { namespace, id } }: { readonly flow: FlowSummary }) {
  const { data } = useQuery(triggersQuery(namespace, id));
  const next = data?.triggers.flatMap(({ nextAt }) => nextAt ?? []).toSorted()[0];
  return next === undefined ? undefined : <RelativeTime at={next} />;
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { writeJson } from '../../../../src/base/text/exact-json.ts';
import { comparisonQuery, type Comparison } from '../../api/execution-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FlowName } from '../../components/flow-name.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { formatDuration } from '../../formats/format-duration.ts';
import { formatLocal } from '../../formats/format-time.ts';
import { executionPage } from '../../links.ts';
import { LogDifference } from './log-difference.tsx';
import './compare-page.css';

const route = getRouteApi('/ui/compare');

type Side = Comparison['left'];
type TaskPair = Comparison['tasks'][number];
type ValuePair = Comparison['inputs'][number];

/** Two executions side by side: what differs. */
export function ComparePage() {
  const { left, right } = route.useSearch();
  return (
    <Page title="Compare executions">
      {left === undefined || right === undefined ? (
        <EmptyState kind="none" title="Choose two executions">
          <p>
            Choose two in <Link to="/ui/executions">the list of executions</Link>, and click Compare.
          </p>
        </EmptyState>
      ) : (
        <OneComparison left={left} right={right} />
      )}
    </Page>
  );
}

function OneComparison({ left, right }: { readonly left: string; readonly right: string }) {
  const query = useQuery(comparisonQuery(left, right));
  return (
    <QueryView query={query} what="the comparison">
      {(comparison) => (
        <>
          <Sides comparison={comparison} />
          <Values title="Inputs" pairs={comparison.inputs} names={namesOf(comparison)} />
          <Tasks pairs={comparison.tasks} names={namesOf(comparison)} />
          <Values title="Outputs" pairs={comparison.outputs} names={namesOf(comparison)} />
          <LogDifference comparison={comparison} />
        </>
      )}
    </QueryView>
  );
}

function Sides({ comparison: { left, right } }: { readonly comparison: Comparison }) {
  const columns: readonly Column<Side>[] = [
    {
      header: 'Execution',
      cell: (side) => (
        <Link {...executionPage(side.id)} data-row-link>
          {side === left ? 'Left' : 'Right'} {nameOf(side)}
        </Link>
      ),
    },
    {
      header: 'Flow',
      from: 600,
      grows: true,
      cell: ({ namespace, flowId }) => <FlowName namespace={namespace} id={flowId} />,
    },
    { header: 'Revision', from: 600, isNumber: true, cell: ({ revision }) => revision },
    { header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
    { header: 'Started', from: 900, cell: ({ startedAt }) => startedAt && formatLocal(Date.parse(startedAt)) },
    { header: 'Duration', isNumber: true, cell: ({ duration }) => duration !== undefined && formatDuration(duration) },
  ];
  return <DataTable label="The two executions" columns={columns} rows={[left, right]} keyOf={({ id }) => id} />;
}

/** Its number, or the end of its id. */
export function nameOf({ id, number }: Pick<Side, 'id' | 'number'>): string {
  return number === undefined ? id.slice(-6) : `#${number}`;
}

/** The headers of the columns. */
interface SideNames {
  readonly names: { readonly left: string; readonly right: string };
}

function namesOf({ left, right }: Comparison): SideNames['names'] {
  return { left: `Left ${nameOf(left)}`, right: `Right ${nameOf(right)}` };
}

interface ValuesProps extends SideNames {
  readonly title: string;
  readonly pairs: readonly ValuePair[];
}

function Values({ title, pairs, names }: ValuesProps) {
  const columns: readonly Column<ValuePair>[] = [
    { header: 'Name', cell: ({ id }) => <code>{id}</code> },
    { header: names.left, grows: true, cell: ({ left }) => <ValueText value={left} /> },
    { header: names.right, grows: true, cell: ({ right }) => <ValueText value={right} /> },
  ];
  return (
    <section className="stack gap-8">
      <h2>{title} that differ</h2>
      {pairs.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <DataTable label={`${title} that differ`} columns={columns} rows={pairs} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

function ValueText({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="muted">none</span>;
  return <code className="compare-value">{typeof value === 'string' ? value : writeJson(value)}</code>;
}

function Tasks({ pairs, names }: SideNames & { readonly pairs: readonly TaskPair[] }) {
  const columns: readonly Column<TaskPair>[] = [
    { header: 'Task', cell: ({ path }) => path },
    { header: names.left, cell: ({ left }) => <Run run={left} /> },
    { header: names.right, cell: ({ right }) => <Run run={right} /> },
    { header: 'Change', isNumber: true, from: 600, cell: changeOf },
  ];
  return (
    <section className="stack gap-8">
      <h2>Tasks</h2>
      {pairs.length === 0 ? (
        <p className="muted">No tasks started.</p>
      ) : (
        <DataTable label="Tasks" columns={columns} rows={pairs} keyOf={({ path }) => path} />
      )}
    </section>
  );
}

function Run({ run }: { readonly run: TaskPair['left'] }) {
  if (run === undefined) return <span className="muted">did not run</span>;
  return (
    <span className="row gap-8">
      <StateBadge state={run.state} />
      {run.duration !== undefined && <span className="muted digits">{formatDuration(run.duration)}</span>}
    </span>
  );
}

/** How much longer or shorter it took. */
function changeOf({ left, right }: TaskPair): string | undefined {
  if (left?.duration === undefined || right?.duration === undefined) return undefined;
  const change = right.duration - left.duration;
  return `${change < 0 ? '−' : '+'}${formatDuration(Math.abs(change))}`;
}

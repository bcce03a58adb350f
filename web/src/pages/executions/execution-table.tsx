import { Link } from '@tanstack/react-router';
import type { Execution } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { FlowName } from '../../components/flow-name.tsx';
import { Labels } from '../../components/labels.tsx';
import { Duration, RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { ExecutionBadge } from './execution-badge.tsx';
import { FailureReason } from './failure-reason.tsx';

/** Adds a filter by a value of a row. */
export type OnFilter = (kind: 'flow' | 'label' | 'actor', value: string) => void;

interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

interface ExecutionTableProps {
  readonly executions: readonly Execution[];
  readonly onFilter?: OnFilter;
  /** Rows can be chosen with it. */
  readonly selection?: Selection;
  /** Whether all are of the same flow. */
  readonly isOfOneFlow?: boolean;
}

/** Executions, newest first. */
export function ExecutionTable({ executions, onFilter, selection, isOfOneFlow = false }: ExecutionTableProps) {
  return (
    <DataTable
      label="Executions"
      columns={columnsFor({ executions, onFilter, selection, isOfOneFlow })}
      rows={executions}
      keyOf={({ id }) => id}
    />
  );
}

function columnsFor({
  executions,
  onFilter,
  selection,
  isOfOneFlow,
}: ExecutionTableProps): readonly (Column<Execution> | false)[] {
  const longest = longestOf(executions);
  const hasReasons = executions.some(({ reason, trouble }) => (reason ?? trouble) !== undefined);
  const hasLabels = executions.some(({ labels }) => Object.keys(labels).length > 0);
  const areArchived = executions.some(({ archivedAt }) => archivedAt !== undefined);
  return [
    {
      header: 'Execution',
      cell: ({ id, number, namespace, flowId, parent }) => (
        <span className="row-name">
          {selection !== undefined && (
            <label className="row-choice">
              <input
                type="checkbox"
                aria-label={`Choose ${namespace}/${flowId} ${id}`}
                checked={selection.chosen.has(id)}
                onChange={() => selection.toggle(id)}
              />
            </label>
          )}
          <Link {...executionPage(id)} data-row-link>
            {isOfOneFlow && number !== undefined ? `#${number}` : <FlowName namespace={namespace} id={flowId} />}
          </Link>
          {!isOfOneFlow && number !== undefined && <span className="muted">#{number}</span>}
          {parent?.item !== undefined && <span className="muted cut">[{parent.item}]</span>}
        </span>
      ),
    },
    { header: 'State', cell: (execution) => <ExecutionBadge execution={execution} /> },
    hasReasons && {
      header: 'Reason',
      from: 900,
      grows: true,
      cell: (execution) => <FailureReason execution={execution} />,
    },
    { header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    areArchived && {
      header: 'Archived',
      from: 600,
      folds: true,
      cell: ({ archivedAt }) => archivedAt !== undefined && <RelativeTime at={archivedAt} />,
    },
    {
      header: 'Duration',
      isNumber: true,
      from: 600,
      cell: ({ startedAt, endedAt }) =>
        startedAt !== undefined && (
          <span
            className="duration-bar"
            style={{ backgroundSize: `${(100 * (durationOf({ startedAt, endedAt }) ?? 0)) / longest}% 2px` }}
          >
            <Duration from={startedAt} to={endedAt} />
          </span>
        ),
    },
    {
      header: 'Started by',
      from: hasReasons ? 1000 : 900,
      isTight: hasReasons,
      cell: ({ actor }) =>
        onFilter === undefined ? (
          <span className="cut">{actor}</span>
        ) : (
          <FilterCell text={actor} phrase="started by" onPress={() => onFilter('actor', actor)} />
        ),
    },
    { header: 'Revision', isNumber: true, from: hasReasons ? 1200 : 900, cell: ({ revision }) => revision },
    (hasLabels || !hasReasons) && {
      header: 'Labels',
      from: 1000,
      // Why one failed matters more.
      isTight: hasReasons,
      grows: !hasReasons,
      cell: ({ labels }) => (
        <Labels
          most={2}
          labels={labels}
          onPress={onFilter && ((name, value) => onFilter('label', `${name}:${value}`))}
        />
      ),
    },
    onFilter !== undefined &&
      !isOfOneFlow && {
        header: 'Filter',
        isHeaderHidden: true,
        from: 900,
        cell: ({ namespace, flowId }) => (
          <Button
            variant="quiet"
            aria-label={`Filter by flow ${namespace}/${flowId}`}
            onPress={() => onFilter('flow', `${namespace}/${flowId}`)}
          >
            <FilterIcon />
          </Button>
        ),
      },
  ];
}

/** The duration in milliseconds; undefined until the execution has ended. */
function durationOf({ startedAt, endedAt }: Pick<Execution, 'startedAt' | 'endedAt'>): number | undefined {
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return Date.parse(endedAt) - Date.parse(startedAt);
}

/** The longest duration; at least 1, so that durations can be divided by it. */
function longestOf(executions: readonly Execution[]): number {
  return Math.max(1, ...executions.map((execution) => durationOf(execution) ?? 0));
}

function FilterIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M2 3h12L9.500 8.500V13l-3-1.500v-3z" strokeWidth="1.300" strokeLinejoin="round" />
    </svg>
  );
}

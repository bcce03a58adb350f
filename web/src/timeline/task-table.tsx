import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { Duration } from '../components/times.tsx';
import { formatLocal } from '../formats/format-time.ts';
import { withPending, type PendingRow } from './pending-tasks.ts';
import { timelineRows, type TimelineRow } from './timeline-rows.ts';
import type { LoadedTasks } from './use-tasks.ts';

interface TaskTableProps extends LoadedTasks {
  readonly pending: readonly Schema<'OutlineNode'>[];
  readonly onChoose: (path: string, attempt?: number) => void;
}

type Row = TimelineRow | PendingRow;

/** What the timeline shows, as a table: every task and attempt with its state, times and reason. */
export function TaskTable({ tasks, isLoading, loadAll, pending, onChoose }: TaskTableProps) {
  const columns: readonly Column<Row>[] = [
    {
      header: 'Task',
      cell: (row) =>
        'node' in row ? (
          <span className="muted">{row.node.path}</span>
        ) : (
          <button type="button" className="text-button" onClick={() => onChoose(row.task.path, row.attempt?.number)}>
            {row.attempt === undefined ? row.task.path : `${row.task.path}, attempt ${row.attempt.number}`}
          </button>
        ),
    },
    {
      header: 'State',
      cell: (row) => ('node' in row ? <span className="muted">Pending</span> : <StateBadge state={runOf(row).state} />),
    },
    {
      header: 'Started',
      from: 600,
      cell: (row) => 'task' in row && formatLocal(Date.parse(runOf(row).startedAt)),
    },
    {
      header: 'Duration',
      isNumber: true,
      cell: (row) =>
        'task' in row &&
        runOf(row).state !== 'SKIPPED' && <Duration from={runOf(row).startedAt} to={runOf(row).endedAt} />,
    },
    { header: 'Reason', from: 900, grows: true, cell: (row) => 'task' in row && runOf(row).reason },
  ];
  const rows = withPending(timelineRows(tasks, 0).rows, pending).filter(
    (row) => 'node' in row || (!row.isItem && row.hidden === undefined),
  );
  return (
    <>
      <DataTable
        label="Tasks"
        columns={columns}
        rows={rows}
        keyOf={(row) => ('node' in row ? `pending ${row.node.path}` : row.key)}
      />
      {tasks.some(({ folded }) => folded === true) && (
        <div className="load-more">
          <Button isBusy={isLoading} onPress={loadAll}>
            Show all tasks
          </Button>
        </div>
      )}
    </>
  );
}

function runOf({ task, attempt }: TimelineRow) {
  return attempt ?? task;
}

import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { Duration } from '../components/times.tsx';
import { formatLocal } from '../formats/format-time.ts';
import { timelineRows, type TimelineRow } from './timeline-rows.ts';
import type { LoadedTasks } from './use-tasks.ts';

interface TaskTableProps extends LoadedTasks {
  readonly onChoose: (path: string, attempt?: number) => void;
}

/** What the timeline shows, as a table: every task and attempt with its state, times and reason. */
export function TaskTable({ tasks, isLoading, loadAll, onChoose }: TaskTableProps) {
  const columns: readonly Column<TimelineRow>[] = [
    {
      header: 'Task',
      cell: ({ task, attempt }) => (
        <button type="button" className="text-button" onClick={() => onChoose(task.path, attempt?.number)}>
          {attempt === undefined ? task.path : `${task.path}, attempt ${attempt.number}`}
        </button>
      ),
    },
    { header: 'State', cell: ({ task, attempt }) => <StateBadge state={(attempt ?? task).state} /> },
    {
      header: 'Started',
      from: 600,
      cell: ({ task, attempt }) => formatLocal(Date.parse((attempt ?? task).startedAt)),
    },
    {
      header: 'Duration',
      isNumber: true,
      cell: ({ task, attempt = task }) =>
        attempt.state !== 'SKIPPED' && <Duration from={attempt.startedAt} to={attempt.endedAt} />,
    },
    { header: 'Reason', from: 900, grows: true, cell: ({ task, attempt = task }) => attempt.reason },
  ];
  const rows = timelineRows(tasks, 0).rows.filter(({ isItem, hidden }) => !isItem && hidden === undefined);
  return (
    <>
      <DataTable label="Tasks" columns={columns} rows={rows} keyOf={({ key }) => key} />
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

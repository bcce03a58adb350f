import type { Execution } from '../api/execution-queries.ts';
import { Duration } from '../components/duration.tsx';
import { StateIcon, stateLooks } from '../components/state-icon.tsx';
import { formatDuration } from '../formats/format-duration.ts';
import { useNow } from '../formats/use-now.ts';
import { timelineRows, type TimelineRow } from './timeline-rows.ts';
import './timeline.css';

export interface TimelineProps {
  readonly tasks: NonNullable<Execution['tasks']>;
  /** The path of the task whose log is shown. */
  readonly chosen: string | undefined;
  /** Called with the path of a task, or without one to show the log of all. */
  readonly onChoose: (path: string | undefined) => void;
}

/** The tasks of an execution on a scale of time, those of subflows nested; choosing one shows its log. */
export function Timeline({ tasks, chosen, onChoose }: TimelineProps) {
  const now = useNow('fast');
  const { rows, milliseconds } = timelineRows(tasks, now);
  if (rows.length === 0) return <p className="muted">No task has started yet.</p>;
  return (
    <div className="timeline">
      <div className="timeline-scale" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{formatDuration(milliseconds * part)}</span>
        ))}
      </div>
      <ul aria-label="Tasks">
        {rows.map((row) => (
          <li key={row.task.path}>
            <TimelineBar row={row} isChosen={row.task.path === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function TimelineBar({
  row: { task, name, depth, left, width },
  isChosen,
  onChoose,
}: {
  readonly row: TimelineRow;
  readonly isChosen: boolean;
  readonly onChoose: TimelineProps['onChoose'];
}) {
  const { word, tone } = stateLooks[task.state];
  return (
    <button
      type="button"
      className={`timeline-row tone-${tone}`}
      aria-pressed={isChosen}
      title={`${task.path}: ${word}`}
      onClick={() => onChoose(isChosen ? undefined : task.path)}
    >
      <span className="timeline-name" style={{ paddingLeft: depth * 16 }}>
        <StateIcon state={task.state} />
        <span className="timeline-text">{name}</span>
        <span className="visually-hidden">{word},</span>
      </span>
      <span className="timeline-duration">
        <Duration from={task.startedAt} to={task.endedAt} />
      </span>
      <span className="timeline-track">
        <span className="timeline-bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
    </button>
  );
}

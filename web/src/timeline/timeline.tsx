import { useState, type ReactNode } from 'react';
import type { Execution } from '../api/execution-queries.ts';
import { StateIcon, stateStyles } from '../components/state-badge.tsx';
import { Duration } from '../components/times.tsx';
import { formatDuration } from '../formats/format-duration.ts';
import { formatLocal } from '../formats/format-time.ts';
import { useNow } from '../formats/use-now.ts';
import type { TimeScale } from './time-scale.ts';
import { timelineRows, type Task, type TimelineRow } from './timeline-rows.ts';
import './timeline.css';

export interface TimelineProps {
  readonly tasks: NonNullable<Execution['tasks']>;
  /** The path of the task whose log is shown, and the number of the attempt if one was chosen. */
  readonly chosen: { readonly path: string | undefined; readonly attempt?: number | undefined };
  readonly onChoose: (path: string, attempt?: number) => void;
  /** Shown beside the name of a task that calls a flow. */
  readonly calledFlow: (task: Task) => ReactNode;
}

/** The tasks of an execution on a scale of time, with their attempts and those of subflows nested. */
export function Timeline({ tasks, chosen, onChoose, calledFlow }: TimelineProps) {
  const now = useNow('fast');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (task: Task) => toggled.get(task.path) ?? isOpenByDefault(task);
  const { rows, scale } = timelineRows(tasks, now, isOpen);
  const isChosen = ({ task, attempt }: TimelineRow) =>
    task.path === chosen.path &&
    (attempt === undefined ? chosen.attempt === undefined : attempt.number === chosen.attempt);
  return (
    <div className="timeline underlined">
      <Axis scale={scale} />
      <ul className="timeline-rows" aria-label="Tasks">
        {rows.map((row) => (
          <li
            key={row.key}
            className={`timeline-row tone-${stateStyles[partOf(row).state].tone}`}
            data-chosen={isChosen(row)}
          >
            <div className="timeline-name" style={{ paddingLeft: row.depth * 16 }}>
              {row.inside > 0 ? (
                <button
                  type="button"
                  className="timeline-toggle"
                  aria-expanded={row.isOpen}
                  aria-label={`Inside ${row.name}`}
                  onClick={() => setToggled(new Map(toggled).set(row.task.path, !row.isOpen))}
                >
                  {row.isOpen ? '▾' : '▸'}
                </button>
              ) : (
                <span className="timeline-toggle" />
              )}
              <StateIcon state={partOf(row).state} />
              <button
                type="button"
                className="timeline-choose cut"
                aria-pressed={isChosen(row)}
                aria-label={labelOf(row)}
                title={row.attempt === undefined ? row.task.path : row.attempt.reason}
                onClick={() => onChoose(row.task.path, row.attempt?.number)}
              >
                {row.name}
              </button>
              {row.attempt === undefined && <RowNotes row={row} calledFlow={calledFlow} />}
            </div>
            <span className="timeline-duration muted digits">
              {row.task.state !== 'SKIPPED' && <Duration from={partOf(row).startedAt} to={partOf(row).endedAt} />}
            </span>
            <Track row={row} scale={scale} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowNotesProps {
  readonly row: TimelineRow;
  readonly calledFlow: TimelineProps['calledFlow'];
}

function RowNotes({ row: { task }, calledFlow }: RowNotesProps) {
  return (
    <>
      {task.attempts !== undefined && (
        <span className="timeline-note muted small cut">{task.attempts.at(-1)?.number} attempts</span>
      )}
      {calledFlow(task)}
    </>
  );
}

function Axis({ scale: { ticks } }: { readonly scale: TimeScale }) {
  return (
    <div className="timeline-axis small digits" aria-hidden="true">
      <div>
        {ticks.map(({ left, label }) => (
          <span
            key={left}
            style={{ left: `${left}%` }}
            data-edge={left === 0 ? 'start' : left > 99 ? 'end' : undefined}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

interface TrackProps {
  readonly row: TimelineRow;
  readonly scale: TimeScale;
}

function Track({ row: { task, left, width, attempt, depth }, scale: { breaks } }: TrackProps) {
  return (
    <span className="timeline-track" aria-hidden="true">
      {task.state !== 'SKIPPED' && (
        <span
          className="timeline-bar"
          data-inner={attempt !== undefined || depth > 0}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      )}
      {breaks.map((each) => (
        <span
          key={each.left}
          className="timeline-break"
          title={`${formatDuration(each.milliseconds)} idle`}
          style={{ left: `${each.left}%`, width: `${each.width}%` }}
        />
      ))}
    </span>
  );
}

/** Attempts matter where a task failed or is being retried; the tasks of a subflow always do. */
function isOpenByDefault({ attempts, state }: Task): boolean {
  return attempts === undefined || state !== 'SUCCESS';
}

function partOf({ task, attempt }: TimelineRow): Task | NonNullable<TimelineRow['attempt']> {
  return attempt ?? task;
}

/** Such as `build, Success, 42s, started 2026-01-02 03:04:05 UTC`. */
function labelOf(row: TimelineRow): string {
  const { state, startedAt, endedAt } = partOf(row);
  const took = endedAt === undefined ? [] : [formatDuration(Date.parse(endedAt) - Date.parse(startedAt))];
  const of = row.attempt === undefined ? [] : [`of ${row.task.path}`];
  return [row.name, ...of, stateStyles[state].word, ...took, `started ${formatLocal(Date.parse(startedAt))}`].join(
    ', ',
  );
}

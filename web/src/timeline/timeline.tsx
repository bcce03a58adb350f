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
  return (
    <div className="timeline underlined">
      <Axis scale={scale} />
      <ul className="timeline-rows" aria-label="Tasks">
        {rows.map((row) => {
          const { key, task, attempt, name } = row;
          const { state, startedAt, endedAt } = attempt ?? task;
          const isChosen = task.path === chosen.path && attempt?.number === chosen.attempt;
          return (
            <li key={key} className={`timeline-row hoverable tone-${stateStyles[state].tone}`} data-chosen={isChosen}>
              <div className="timeline-name" style={{ paddingLeft: row.depth * 16 }}>
                {row.inside > 0 ? (
                  <button
                    type="button"
                    className="timeline-toggle"
                    aria-expanded={row.isOpen}
                    aria-label={`Inside ${name}`}
                    onClick={() => setToggled(new Map(toggled).set(task.path, !row.isOpen))}
                  >
                    {row.isOpen ? '▾' : '▸'}
                  </button>
                ) : (
                  <span className="timeline-toggle" />
                )}
                <StateIcon state={state} />
                <button
                  type="button"
                  className="timeline-choose cut"
                  aria-pressed={isChosen}
                  aria-label={labelOf(row)}
                  title={attempt === undefined ? task.path : attempt.reason}
                  onClick={() => onChoose(task.path, attempt?.number)}
                >
                  {name}
                </button>
                {attempt === undefined && task.attempts !== undefined && (
                  <span className="timeline-note muted small cut">{task.attempts.at(-1)?.number} attempts</span>
                )}
                {attempt === undefined && calledFlow(task)}
              </div>
              <span className="timeline-duration muted digits">
                {task.state !== 'SKIPPED' && <Duration from={startedAt} to={endedAt} />}
              </span>
              <Track row={row} scale={scale} />
            </li>
          );
        })}
      </ul>
    </div>
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

function Track({ row, scale: { breaks } }: { readonly row: TimelineRow; readonly scale: TimeScale }) {
  return (
    <span className="timeline-track" aria-hidden="true">
      {row.task.state !== 'SKIPPED' && (
        <span className="timeline-bar" data-inner={row.depth > 0} style={placeOf(row)} />
      )}
      {breaks.map((each) => (
        <span
          key={each.left}
          className="timeline-break"
          title={`${formatDuration(each.milliseconds)} idle`}
          style={placeOf(each)}
        />
      ))}
    </span>
  );
}

function placeOf({ left, width }: { readonly left: number; readonly width: number }) {
  return { left: `${left}%`, width: `${width}%` };
}

/** Attempts matter where a task failed or is being retried; the tasks of a subflow always do. */
function isOpenByDefault({ attempts, state }: Task): boolean {
  return attempts === undefined || state !== 'SUCCESS';
}

/** Such as `build, Success, 42s, started 2026-01-02 03:04:05 UTC`. */
function labelOf({ name, task, attempt }: TimelineRow): string {
  const { state, startedAt, endedAt } = attempt ?? task;
  const started = Date.parse(startedAt);
  const took = endedAt === undefined ? [] : [formatDuration(Date.parse(endedAt) - started)];
  const of = attempt === undefined ? [] : [`of ${task.path}`];
  return [name, ...of, stateStyles[state].word, ...took, `started ${formatLocal(started)}`].join(', ');
}

import { memo, type ReactNode } from 'react';
import { StateIcon, stateStyles, type State } from '../components/state-badge.tsx';
import { Duration } from '../components/times.tsx';
import { formatDuration } from '../formats/format-duration.ts';
import { formatLocal } from '../formats/format-time.ts';
import type { PendingRow } from './pending-tasks.ts';
import type { TimeScale } from './time-scale.ts';
import type { Task, TimelineRow } from './timeline-rows.ts';

export interface TaskRowProps {
  readonly row: TimelineRow;
  readonly scale: TimeScale;
  readonly isChosen: boolean;
  /** Whether its execution waits at this task. */
  readonly isWaiting: boolean;
  readonly onToggle: (path: string, isOpen: boolean) => void;
  readonly onChoose: (path: string, attempt?: number) => void;
  /** Shown beside the name of a task, such as the flow that it calls. */
  readonly noteOf: (task: Task) => ReactNode;
}

/** Rendered again only if something in it has changed: there can be hundreds. */
export const TaskRow = memo(function TaskRow({
  row,
  scale,
  isChosen,
  isWaiting,
  onToggle,
  onChoose,
  noteOf,
}: TaskRowProps) {
  const { task, isItem, attempt, name } = row;
  const { startedAt, endedAt } = attempt ?? task;
  const state = isWaiting ? 'WAITING' : (attempt ?? task).state;
  return (
    <li className={`timeline-row hoverable tone-${stateStyles[state].tone}`} data-chosen={isChosen}>
      <div className="timeline-name" style={{ paddingLeft: row.depth * 16 }}>
        {row.inside > 0 ? (
          <button
            type="button"
            className="timeline-toggle"
            aria-expanded={row.isOpen}
            aria-label={`Inside ${name}`}
            onClick={() => onToggle(task.path, !row.isOpen)}
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
          aria-label={labelOf(row, state)}
          title={attempt === undefined ? task.path : attempt.reason}
          onClick={() => onChoose(task.path, attempt?.number)}
        >
          {name}
        </button>
        {attempt === undefined && task.attempts !== undefined && (
          <span className="timeline-note muted small cut">{task.attempts.at(-1)?.number} attempts</span>
        )}
        {attempt === undefined && task.items !== undefined && (
          <span className="timeline-note muted small cut">{itemsText(task.items)}</span>
        )}
        {attempt === undefined && !isItem && noteOf(task)}
      </div>
      <span className="timeline-duration muted digits">
        {task.state !== 'SKIPPED' && <Duration from={startedAt} to={endedAt} />}
      </span>
      <Track row={row} scale={scale} />
    </li>
  );
}, isSameRow);

/** A task that has not begun. */
export const PendingTaskRow = memo(function PendingTaskRow({ node: { id, path }, depth }: PendingRow) {
  return (
    <li className="timeline-row tone-neutral muted">
      <div className="timeline-name" style={{ paddingLeft: depth * 16 }}>
        <span className="timeline-toggle" />
        <StateIcon state="CREATED" />
        <span className="cut" title={path}>
          {id}
        </span>
      </div>
      <span className="timeline-duration">Pending</span>
    </li>
  );
});

function isSameRow(before: TaskRowProps, after: TaskRowProps): boolean {
  const { row, scale, ...others } = before;
  const { row: nextRow, scale: nextScale, ...nextOthers } = after;
  return isShallowEqual(others, nextOthers) && isSame(scale.breaks, nextScale.breaks) && isSame(row, nextRow);
}

/** Rows and breaks are plain data, rebuilt for each layout. */
function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}

function isShallowEqual(before: object, after: object): boolean {
  const others = new Map(Object.entries(after));
  return Object.entries(before).every(([name, value]) => others.get(name) === value);
}

function Track({ row, scale: { breaks } }: { readonly row: TimelineRow; readonly scale: TimeScale }) {
  return (
    <span className="timeline-track" aria-hidden="true">
      {row.task.state !== 'SKIPPED' && row.task.state !== 'KEPT' && (
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

/** Such as `37 of 40, 2 failed`. */
function itemsText({ total, succeeded, failed }: NonNullable<Task['items']>): string {
  const done = `${succeeded.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return failed === 0 ? done : `${done}, ${failed.toLocaleString('en')} failed`;
}

/** Such as `build, Success, 42s, started 2026-01-02 03:04:05 UTC`. */
function labelOf({ name, isItem, task, attempt }: TimelineRow, state: State): string {
  const { startedAt, endedAt } = attempt ?? task;
  const started = Date.parse(startedAt);
  const took = endedAt === undefined ? [] : [formatDuration(Date.parse(endedAt) - started)];
  const of = attempt === undefined ? [] : [`of ${task.path}`];
  const items = attempt === undefined && task.items !== undefined ? [`items: ${itemsText(task.items)}`] : [];
  return [
    isItem ? `Item ${name}` : name,
    ...of,
    stateStyles[state].word,
    ...items,
    ...took,
    `started ${formatLocal(started)}`,
  ].join(', ');
}

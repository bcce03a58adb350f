import { memo, useCallback, useMemo, useState, type ReactNode } from 'react';
import { StateIcon, stateStyles } from '../components/state-badge.tsx';
import { Duration } from '../components/times.tsx';
import { formatDuration } from '../formats/format-duration.ts';
import { formatLocal } from '../formats/format-time.ts';
import { useNow } from '../formats/use-now.ts';
import type { TimeScale } from './time-scale.ts';
import { timelineRows, type Task, type TimelineRow } from './timeline-rows.ts';
import type { LoadedTasks } from './use-tasks.ts';
import './timeline.css';

export interface TimelineProps extends LoadedTasks {
  /** The path of the task whose log is shown, and the number of the attempt if one was chosen. */
  readonly chosen: { readonly path: string | undefined; readonly attempt?: number | undefined };
  readonly onChoose: (path: string, attempt?: number) => void;
  /** Shown beside the name of a task that calls a flow. */
  readonly calledFlow: (task: Task) => ReactNode;
}

/** How many items of a loop are shown at first, and how many more each time. */
const firstItems = 20;
const moreItems = 100;

/** The tasks of an execution on a scale of time, with their attempts and those of subflows and blocks nested. */
export function Timeline({ tasks, isLoading, loadAll, chosen, onChoose, calledFlow }: TimelineProps) {
  const tick = useNow('fast');
  const now = tasks.some(({ endedAt }) => endedAt === undefined) ? tick : 0;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const { rows, scale } = useMemo(
    () =>
      timelineRows(tasks, now, {
        isOpen: (task, isItem) => toggled.get(task.path) ?? isOpenByDefault(task, isItem),
        maxItems: ({ path }) => limits.get(path) ?? firstItems,
      }),
    [tasks, now, toggled, limits],
  );
  const toggle = useCallback(
    (path: string, isOpen: boolean) => setToggled((all) => new Map(all).set(path, isOpen)),
    [],
  );
  const showMore = useCallback(
    ({ path, folded }: Task) => {
      if (folded === true) loadAll();
      setLimits((all) => new Map(all).set(path, (all.get(path) ?? firstItems) + moreItems));
    },
    [loadAll],
  );
  return (
    <div className="timeline underlined">
      <Axis scale={scale} />
      <ul className="timeline-rows" aria-label="Tasks">
        {rows.map((row) =>
          row.hidden === undefined ? (
            <TaskRow
              key={row.key}
              row={row}
              scale={scale}
              isChosen={row.task.path === chosen.path && row.attempt?.number === chosen.attempt}
              onToggle={toggle}
              onChoose={onChoose}
              calledFlow={calledFlow}
            />
          ) : (
            <MoreRow key={row.key} row={row} isLoading={isLoading} onMore={showMore} />
          ),
        )}
      </ul>
    </div>
  );
}

interface TaskRowProps extends Pick<TimelineProps, 'onChoose' | 'calledFlow'> {
  readonly row: TimelineRow;
  readonly scale: TimeScale;
  readonly isChosen: boolean;
  readonly onToggle: (path: string, isOpen: boolean) => void;
}

/** Rendered again only if something in it has changed: there can be hundreds. */
const TaskRow = memo(function TaskRow({ row, scale, isChosen, onToggle, onChoose, calledFlow }: TaskRowProps) {
  const { task, isItem, attempt, name } = row;
  const { state, startedAt, endedAt } = attempt ?? task;
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
          aria-label={labelOf(row)}
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
        {attempt === undefined && !isItem && calledFlow(task)}
      </div>
      <span className="timeline-duration muted digits">
        {task.state !== 'SKIPPED' && <Duration from={startedAt} to={endedAt} />}
      </span>
      <Track row={row} scale={scale} />
    </li>
  );
});

interface MoreRowProps {
  readonly row: TimelineRow;
  readonly isLoading: boolean;
  readonly onMore: (task: Task) => void;
}

/** Stands for the items of a loop that are not shown. */
function MoreRow({ row: { task, depth, hidden }, isLoading, onMore }: MoreRowProps) {
  const count = hidden?.count;
  const what = count === undefined ? 'Show more' : `Show more of ${count.toLocaleString('en')}`;
  return (
    <li className="timeline-more" style={{ paddingLeft: depth * 16 + 30 }}>
      <button type="button" className="text-button" disabled={isLoading} onClick={() => onMore(task)}>
        {isLoading && task.folded === true ? 'Loading…' : what}
        <span className="visually-hidden"> items of {task.path}</span>
      </button>
    </li>
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

/**
 * Attempts and items matter where something failed or still runs, and so do large loops; the tasks of a subflow or a
 * block always do.
 */
function isOpenByDefault({ attempts, items, state }: Task, isItem: boolean): boolean {
  const isOfInterest = state === 'FAILED' || state === 'RUNNING';
  if (isItem) return isOfInterest;
  if (items !== undefined && items.total > firstItems && !isOfInterest && items.failed === 0) return false;
  return attempts === undefined || state !== 'SUCCESS';
}

/** Such as `37 of 40, 2 failed`. */
function itemsText({ total, succeeded, failed }: NonNullable<Task['items']>): string {
  const done = `${succeeded.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return failed === 0 ? done : `${done}, ${failed.toLocaleString('en')} failed`;
}

/** Such as `build, Success, 42s, started 2026-01-02 03:04:05 UTC`. */
function labelOf({ name, isItem, task, attempt }: TimelineRow): string {
  const { state, startedAt, endedAt } = attempt ?? task;
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

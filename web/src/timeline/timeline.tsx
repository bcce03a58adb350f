import { useCallback, useMemo, useState } from 'react';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { useNow } from '../formats/use-now.ts';
import { withPending } from './pending-tasks.ts';
import { PendingTaskRow, TaskRow, type TaskRowProps } from './task-row.tsx';
import type { TimeScale } from './time-scale.ts';
import { timelineRows, type Task, type TimelineRow } from './timeline-rows.ts';
import type { LoadedTasks } from './use-tasks.ts';
import './timeline.css';

export interface TimelineProps extends LoadedTasks, Pick<TaskRowProps, 'onChoose' | 'noteOf'> {
  /** The path of the task whose log is shown, and the number of the attempt if one was chosen. */
  readonly chosen: { readonly path: string | undefined; readonly attempt?: number | undefined };
  /** The paths of the tasks at which the execution waits or has waited. */
  readonly waits: ReadonlySet<string>;
  /** The tasks that have not begun. */
  readonly pending: readonly Schema<'OutlineNode'>[];
}

/** How many items of a loop are shown at first, and how many more each time. */
const firstItems = 20;
const moreItems = 100;

/** The tasks of an execution on a scale of time, with their attempts and those of subflows and blocks nested. */
export function Timeline({ tasks, isLoading, loadAll, chosen, onChoose, noteOf, waits, pending }: TimelineProps) {
  const tick = useNow('fast');
  const now = tasks.some(({ endedAt }) => endedAt === undefined) ? pacedTick(tick, tasks.length) : 0;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const { rows, scale } = useMemo(
    () =>
      timelineRows(tasks, now, {
        isOpen: (task, isItem) => toggled.get(task.path) ?? isOpenByDefault(task, isItem),
        maxItems: ({ path }) => limits.get(path) ?? firstItems,
        waits,
      }),
    [tasks, now, toggled, limits, waits],
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
        {withPending(rows, pending).map((row) =>
          'node' in row ? (
            <PendingTaskRow key={row.node.path} {...row} />
          ) : row.hidden === undefined ? (
            <TaskRow
              key={row.key}
              row={row}
              scale={scale}
              isChosen={row.task.path === chosen.path && row.attempt?.number === chosen.attempt}
              isWaiting={row.task.state === 'RUNNING' && waits.has(row.task.path)}
              onToggle={toggle}
              onChoose={onChoose}
              noteOf={noteOf}
            />
          ) : (
            <MoreRow key={row.key} row={row} isLoading={isLoading} onMore={showMore} />
          ),
        )}
      </ul>
    </div>
  );
}

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
            key={label}
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

/** With many tasks, the end of what still runs is drawn less often, because all others move with it. */
function pacedTick(tick: number, tasks: number): number {
  return tasks > manyTasks ? tick - (tick % 10_000) : tick;
}

const manyTasks = 200;

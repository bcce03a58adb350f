import type { Execution } from '../api/execution-queries.ts';
import { timeScale, type Span, type TimeScale } from './time-scale.ts';

export type Task = NonNullable<Execution['tasks']>[number];
export type Attempt = NonNullable<Task['attempts']>[number];

export interface TimelineRow {
  /** Unique. */
  readonly key: string;
  readonly task: Task;
  /** Of the row, if it shows one of the attempts of its task. */
  readonly attempt?: Attempt;
  /** The last part of the path, or `Attempt 2`. */
  readonly name: string;
  /** The number of rows that contain it. */
  readonly depth: number;
  /** The number of rows inside it, including those that are hidden. */
  readonly inside: number;
  readonly isOpen: boolean;
  /** Of the whole width, from 0 to 100. */
  readonly left: number;
  readonly width: number;
}

export interface TimelineLayout {
  readonly rows: readonly TimelineRow[];
  readonly scale: TimeScale;
}

/**
 * Places the tasks of an execution on a common scale. The attempts of a task and the tasks of a subflow follow the task
 * that they belong to.
 * @param now milliseconds, the end of what still runs
 * @param isOpen whether the rows inside a task are shown
 */
export function timelineRows(
  tasks: readonly Task[],
  now: number,
  isOpen: (task: Task) => boolean = () => true,
): TimelineLayout {
  const children = childrenOf(tasks);
  const insideOf = (task: Task) => children.get(task.path) ?? [];
  const scale = timeScale(
    // A task with something inside is busy while that is; the time between may be a pause.
    tasks
      .filter((task) => insideOf(task).length === 0)
      .flatMap((task) => partsOf(task).map((part) => spanOf(part, now))),
  );
  const placed = (part: Task | Attempt) => {
    const { start, end } = spanOf(part, now);
    const left = scale.place(start);
    return { left, width: scale.place(end) - left };
  };
  const rowsOf = (task: Task, depth: number): readonly TimelineRow[] => {
    const { path, attempts = [] } = task;
    const inside = attempts.length + insideOf(task).length;
    const own = { task, depth, inside, isOpen: inside > 0 && isOpen(task), ...placed(task) };
    const rows: TimelineRow[] = [{ ...own, key: path, name: path.split('/').at(-1) ?? path }];
    if (!own.isOpen) return rows;
    const part = { task, depth: depth + 1, inside: 0, isOpen: false };
    for (const attempt of attempts) {
      const { number } = attempt;
      rows.push({ ...part, ...placed(attempt), key: `${path} ${number}`, attempt, name: `Attempt ${number}` });
    }
    return [...rows, ...insideOf(task).flatMap((child) => rowsOf(child, depth + 1))];
  };
  return { rows: (children.get('') ?? []).flatMap((task) => rowsOf(task, 0)), scale };
}

function partsOf(task: Task): readonly (Task | Attempt)[] {
  return task.attempts ?? [task];
}

function spanOf({ startedAt, endedAt }: Task | Attempt, now: number): Span {
  const start = Date.parse(startedAt);
  return { start, end: endedAt === undefined ? Math.max(start, now) : Date.parse(endedAt) };
}

/** The tasks directly inside each task, by path; those inside none, or inside one that is unknown, by ''. */
function childrenOf(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const known = new Set(tasks.map(({ path }) => path));
  const children = new Map<string, Task[]>();
  for (const task of tasks) {
    const parts = task.path.split('/').slice(0, -1);
    while (parts.length > 0 && !known.has(parts.join('/'))) parts.pop();
    const parent = parts.join('/');
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [task]);
    else siblings.push(task);
  }
  return children;
}

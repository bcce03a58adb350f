import type { Execution } from '../api/execution-queries.ts';

export type Task = NonNullable<Execution['tasks']>[number];

export interface TimelineRow {
  readonly task: Task;
  /** The last part of the path. */
  readonly name: string;
  /** How many subflows contain the task. */
  readonly depth: number;
  /** Of the whole width, from 0 to 100. */
  readonly left: number;
  readonly width: number;
}

/**
 * Places the tasks of an execution on a common scale. Tasks of a subflow follow the task that calls it.
 * @param now milliseconds, the end of what still runs
 */
export function timelineRows(
  tasks: readonly Task[],
  now: number,
): { readonly rows: readonly TimelineRow[]; readonly milliseconds: number } {
  const spans = tasks.map((task) => {
    const start = Date.parse(task.startedAt);
    return { task, start, end: task.endedAt === undefined ? Math.max(start, now) : Date.parse(task.endedAt) };
  });
  const first = Math.min(...spans.map(({ start }) => start));
  const milliseconds = Math.max(1, Math.max(...spans.map(({ end }) => end)) - first);
  const percent = (time: number) => (time / milliseconds) * 100;
  const rows = nested(spans.map(({ task }) => task)).map((task): TimelineRow => {
    const { start, end } = spans.find((span) => span.task === task)!;
    const parts = task.path.split('/');
    return {
      task,
      name: parts.at(-1) ?? task.path,
      depth: parts.length - 1,
      left: percent(start - first),
      width: percent(end - start),
    };
  });
  return { rows, milliseconds: tasks.length === 0 ? 0 : milliseconds };
}

/** In the order in which they started, but with the tasks of a subflow directly below its task. */
function nested(tasks: readonly Task[], parent = ''): readonly Task[] {
  const known = new Set(tasks.map(({ path }) => path));
  const parentOf = ({ path }: Task): string => {
    const parts = path.split('/').slice(0, -1);
    while (parts.length > 0 && !known.has(parts.join('/'))) parts.pop();
    return parts.join('/');
  };
  const children = new Map<string, Task[]>();
  for (const task of tasks) children.set(parentOf(task), [...(children.get(parentOf(task)) ?? []), task]);
  const below = (path: string): readonly Task[] =>
    (children.get(path) ?? []).flatMap((task) => [task, ...(task.path === path ? [] : below(task.path))]);
  return below(parent);
}

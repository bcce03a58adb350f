import { orderedItems, taskTree, type Task, type TaskNode } from './task-tree.ts';
import { timeScale, type Span, type TimeScale } from './time-scale.ts';

export type { Task } from './task-tree.ts';
type Attempt = NonNullable<Task['attempts']>[number];

export interface TimelineRow {
  /** Unique. */
  readonly key: string;
  /** For an item of a loop, or a pass, what follows from its tasks. */
  readonly task: Task;
  readonly isItem: boolean;
  /** The attempt, if the row shows one of the attempts of its task. */
  readonly attempt?: Attempt;
  /** For a row that stands for items that are not shown: how many there are, if it is known. */
  readonly hidden?: { readonly count: number | undefined };
  /** The id of the task, the label of the item, or `Attempt 2`. */
  readonly name: string;
  /** The number of rows that contain it. */
  readonly depth: number;
  /** The number of rows inside it, including those that are hidden. */
  readonly inside: number;
  readonly isOpen: boolean;
  /** Where it begins, from 0 to 100 of the whole width. */
  readonly left: number;
  readonly width: number;
}

export interface TimelineLayout {
  readonly rows: readonly TimelineRow[];
  readonly scale: TimeScale;
}

export interface TimelineOptions {
  /** Whether the rows inside a task or item are shown. */
  readonly isOpen?: (task: Task, isItem: boolean) => boolean;
  /** How many items of a loop are shown. */
  readonly maxItems?: (task: Task) => number;
  /** The paths of the tasks that wait: nothing ran in that time. */
  readonly waits?: ReadonlySet<string>;
}

const noWaits: ReadonlySet<string> = new Set();

/**
 * Places the tasks of an execution on a common scale. The attempts of a task and the tasks of a subflow or block follow
 * the task that they belong to.
 * @param now milliseconds, the end of what still runs
 */
export function timelineRows(
  tasks: readonly Task[],
  now: number,
  { isOpen = () => true, maxItems = () => Infinity, waits = noWaits }: TimelineOptions = {},
): TimelineLayout {
  const tree = taskTree(tasks);
  // A task with something inside is busy while that is; the time between may be a pause.
  const leaves = leavesOf(tree);
  const ran = leaves.filter(({ path, state }) => state !== 'KEPT' && !waits.has(path));
  const scale = timeScale(
    (ran.length === 0 ? leaves : ran).flatMap((task) => partsOf(task).map((part) => spanOf(part, now))),
  );
  const placed = (part: Task | Attempt) => {
    const { start, end } = spanOf(part, now);
    const left = scale.place(start);
    return { left, width: scale.place(end) - left };
  };
  const rows: TimelineRow[] = [];
  const addRows = (node: TaskNode, depth: number): void => {
    const { task, name, isItem, children } = node;
    const { path, attempts = [], folded = false } = task;
    const inside = attempts.length + children.length + (folded && children.length === 0 ? 1 : 0);
    const own = { task, isItem, name, depth, inside, isOpen: inside > 0 && isOpen(task, isItem), ...placed(task) };
    rows.push({ ...own, key: path });
    if (!own.isOpen) return;
    const part = { task, isItem: false, depth: depth + 1, inside: 0, isOpen: false };
    for (const attempt of attempts) {
      const { number } = attempt;
      rows.push({ ...part, ...placed(attempt), key: `${path} ${number}`, attempt, name: `Attempt ${number}` });
    }
    const max = maxItems(task);
    const ordered = orderedItems(node, folded || children.length > max);
    const shown = children.some((child) => child.isItem) ? ordered.slice(0, max) : ordered;
    for (const child of shown) addRows(child, depth + 1);
    const hidden = hiddenIn(node, shown.length);
    if (hidden !== undefined) rows.push({ ...part, ...placed(task), key: `${path} more`, name: '', hidden });
  };
  for (const node of tree) addRows(node, 0);
  return { rows, scale };
}

/** What of a loop is not shown. */
function hiddenIn({ task, children }: TaskNode, shown: number): TimelineRow['hidden'] {
  const { folded = false, items } = task;
  if (!folded) return children.length > shown ? { count: children.length - shown } : undefined;
  const left = items === undefined ? 0 : items.total - (items.pending ?? 0) - shown;
  return { count: left > 0 ? left : undefined };
}

function leavesOf(nodes: readonly TaskNode[]): readonly Task[] {
  return nodes.flatMap(({ task, children }) => (children.length === 0 ? [task] : leavesOf(children)));
}

function partsOf(task: Task): readonly (Task | Attempt)[] {
  return task.attempts ?? [task];
}

function spanOf({ startedAt, endedAt }: Task | Attempt, now: number): Span {
  const start = Date.parse(startedAt);
  return { start, end: endedAt === undefined ? Math.max(start, now) : Date.parse(endedAt) };
}

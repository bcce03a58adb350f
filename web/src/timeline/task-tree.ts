import { itemPath, tasksAround } from '../../../src/language/execution-plan/task-path.ts';
import type { Execution } from '../api/execution-queries.ts';

export type Task = NonNullable<Execution['tasks']>[number];

/** A task, or an item of a loop, or a pass, with what is inside. */
export interface TaskNode {
  /** For an item, what follows from its tasks. */
  readonly task: Task;
  /** The id of the task, or the label of the item. */
  readonly name: string;
  readonly isItem: boolean;
  readonly children: readonly TaskNode[];
}

interface OpenNode extends TaskNode {
  readonly children: OpenNode[];
}

/** The tasks of an execution, nested. A task whose block or call is unknown is inside none. */
export function taskTree(tasks: readonly Task[]): readonly TaskNode[] {
  const nodes = new Map(tasks.map((task) => [task.path, nodeOf(task)]));
  const items = new Map<string, OpenNode>();
  const top: OpenNode[] = [];
  for (const task of tasks) {
    const node = nodes.get(task.path)!; // of each task
    const { item } = task;
    const parent = task.parent === undefined ? undefined : nodes.get(task.parent);
    if (parent === undefined) {
      const outer = tasksAround(task.path).find((path) => nodes.has(path));
      (outer === undefined ? top : nodes.get(outer)!.children).push(node);
    } else if (item === undefined) parent.children.push(node);
    else itemIn(parent, item, items).children.push(node);
  }
  for (const node of items.values()) Object.assign(node, { task: itemTask(node) });
  return top;
}

/** The state of an item: what its tasks, and those inside them, have in common. */
export function stateOfItem(states: readonly Task['state'][]): Task['state'] {
  return itemStates.find((state) => states.includes(state)) ?? 'SKIPPED';
}

const itemStates = ['RUNNING', 'FAILED', 'KILLED', 'SUCCESS', 'KEPT'] as const;

function nodeOf(task: Task): OpenNode {
  return { task, name: task.path.slice(task.path.lastIndexOf('/') + 1), isItem: false, children: [] };
}

function itemIn(loop: OpenNode, label: string, items: Map<string, OpenNode>): OpenNode {
  const path = itemPath(loop.task.path, label);
  let item = items.get(path);
  if (item === undefined) {
    item = { task: { ...loop.task, path }, name: label, isItem: true, children: [] };
    items.set(path, item);
    loop.children.push(item);
  }
  return item;
}

function itemTask({ task: { path }, children }: OpenNode): Task {
  const tasks = children.map(({ task }) => task);
  const state = stateOfItem(tasks.map((each) => each.state));
  const times = (of: readonly (string | undefined)[]) => of.filter((each) => each !== undefined).toSorted();
  const endedAt = state === 'RUNNING' ? undefined : times(tasks.map((each) => each.endedAt ?? each.startedAt)).at(-1);
  return {
    path,
    state,
    startedAt: times(tasks.map((each) => each.startedAt))[0] ?? '',
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** Items with failures first, then the running ones, then the others as they started; of many passes the latest first. */
export function orderedItems({ task, children }: TaskNode, isLong: boolean): readonly TaskNode[] {
  const items = task.items === undefined && isLong ? children.toSorted(byLatest) : children;
  return items.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function byLatest(one: TaskNode, other: TaskNode): number {
  return Number(other.name) - Number(one.name);
}

function rankOf({ task: { state }, isItem }: TaskNode): number {
  return !isItem ? 0 : state === 'FAILED' ? 1 : state === 'RUNNING' ? 2 : 3;
}

/** All tasks, with what a later response says of some of them. */
export function withAllTasks(all: readonly Task[], latest: readonly Task[]): readonly Task[] {
  const changed = new Map(latest.map((task) => [task.path, task.folded === true ? { ...task, folded: false } : task]));
  const known = all.map((task) => {
    const change = changed.get(task.path);
    changed.delete(task.path);
    return change ?? task;
  });
  return [...known, ...changed.values()];
}

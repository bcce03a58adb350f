import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { withoutItems } from '../../../src/language/execution-plan/task-path.ts';
import type { Task } from './task-tree.ts';
import type { TimelineRow } from './timeline-rows.ts';

type OutlineNode = Schema<'OutlineNode'>;

/** A task that has not begun. */
export interface PendingRow {
  readonly node: OutlineNode;
  /** The number of rows that contain it. */
  readonly depth: number;
}

/**
 * The tasks of a running execution that can still begin. Those of a loop or a call that has begun are not known from the
 * outline; `errors` replaces the rest of `tasks` once one of these has failed.
 */
export function pendingTasks(nodes: readonly OutlineNode[], tasks: readonly Task[]): readonly OutlineNode[] {
  const begun = new Map(tasks.map((task) => [withoutItems(task.path), task]));
  const hasFailed = nodes.some(
    ({ path, parent, section, allowFailure }) =>
      section === 'tasks' && parent === undefined && allowFailure !== true && begun.get(path)?.state === 'FAILED',
  );
  const left = hasFailed ? 'tasks' : 'errors';
  const closed = new Set<string>();
  return nodes.filter(({ path, parent, section, disabled, control }) => {
    const task = begun.get(path);
    const isOut = disabled || section === left || (parent !== undefined && closed.has(parent));
    const repeats = control === 'loop' || control === 'until';
    if (isOut || (task !== undefined && (repeats || task.state !== 'RUNNING'))) closed.add(path);
    return !isOut && task === undefined;
  });
}

/** The rows of a timeline, and after those inside a block the tasks of it that have not begun. */
export function withPending(
  rows: readonly TimelineRow[],
  pending: readonly OutlineNode[],
): readonly (TimelineRow | PendingRow)[] {
  const inside = new Map<string | undefined, OutlineNode[]>();
  for (const node of pending) {
    const siblings = inside.get(node.parent);
    if (siblings === undefined) inside.set(node.parent, [node]);
    else siblings.push(node);
  }
  const all: (TimelineRow | PendingRow)[] = [];
  const add = (parent: string | undefined, depth: number): void => {
    for (const node of inside.get(parent) ?? []) {
      all.push({ node, depth });
      add(node.path, depth + 1);
    }
  };
  const open: TimelineRow[] = [];
  const close = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const { task, depth: outer } = open.pop()!; // there is one
      add(withoutItems(task.path), outer + 1);
    }
  };
  for (const row of rows) {
    close(row.depth);
    all.push(row);
    if (row.attempt === undefined && !row.isItem && (row.isOpen || row.inside === 0)) open.push(row);
  }
  close(0);
  add(undefined, 0);
  return all;
}

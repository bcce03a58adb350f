import type { TaskProgress } from '../../language/execution-plan/task-state.ts';
import { taskRuns, type TaskRun } from '../records/task-runs.ts';

/** A loop with more items, or with more tasks in them, is folded, and shows at most as many. */
const maxUnfolded = { items: 20, tasks: 100 } as const;

export interface FoldedTaskRun extends TaskRun {
  /** Whether the tasks inside it are left out, except for those that matter most. */
  readonly isFolded: boolean;
}

/**
 * The tasks of an execution in the order of their starts, with large loops folded: after such a loop follow only the
 * tasks of its failed items, then of its running ones, or of the latest passes of an `until` block. What is shown of an
 * item is complete, unless a loop in it is folded too.
 */
export function foldTasks(tasks: readonly TaskProgress[]): readonly FoldedTaskRun[] {
  const runs = taskRuns(tasks);
  return new TaskFolding(runs).shown(runs, 0);
}

class TaskFolding {
  readonly #folded: ReadonlySet<string>;

  constructor(runs: readonly TaskRun[]) {
    const known = new Set(runs.map(({ task }) => task.path));
    const sizes = new Map<string, { readonly labels: Set<string>; tasks: number }>();
    for (const { items } of runs) {
      for (const { block, label } of items) {
        let size = sizes.get(block);
        if (size === undefined) sizes.set(block, (size = { labels: new Set(), tasks: 0 }));
        size.labels.add(label);
        size.tasks++;
      }
    }
    this.#folded = new Set(
      [...sizes]
        .filter(([, { labels, tasks }]) => labels.size > maxUnfolded.items || tasks > maxUnfolded.tasks)
        .map(([block]) => block)
        .filter((block) => known.has(block)),
    );
  }

  /** @param depth how many items around all of these tasks are already decided */
  shown(runs: readonly TaskRun[], depth: number): readonly FoldedTaskRun[] {
    const outside: TaskRun[] = [];
    const inside = new Map<string, TaskRun[]>();
    for (const run of runs) {
      const fold = run.items.slice(depth).find(({ block }) => this.#folded.has(block));
      if (fold === undefined) outside.push(run);
      else add(inside, fold.block, run);
    }
    return outside.flatMap((run) => {
      const isFolded = this.#folded.has(run.task.path);
      return [{ ...run, isFolded }, ...this.#shownInside(run, inside.get(run.task.path) ?? [])];
    });
  }

  #shownInside({ task, items: { length: depth } }: TaskRun, runs: readonly TaskRun[]): readonly FoldedTaskRun[] {
    const items = new Map<string, TaskRun[]>();
    for (const run of runs) add(items, run.items[depth]?.label ?? '', run);
    const shown: FoldedTaskRun[] = [];
    let left: number = maxUnfolded.tasks;
    for (const item of (task.items === undefined ? latestPasses : urgentItems)([...items.values()])) {
      const tasks = this.shown(item, depth + 1);
      if (tasks.length > left) break;
      left -= tasks.length;
      shown.push(...tasks);
    }
    return shown;
  }
}

/** Items with failures, then those with tasks that run; in the order of their starts. */
function urgentItems(items: readonly (readonly TaskRun[])[]): readonly (readonly TaskRun[])[] {
  const has = (state: string) => (item: readonly TaskRun[]) => item.some(({ task }) => task.state === state);
  const failed = items.filter(has('FAILED'));
  const running = items.filter((item) => has('RUNNING')(item) && !failed.includes(item));
  return [...failed, ...running].slice(0, maxUnfolded.items);
}

/** The last one first. */
function latestPasses(passes: readonly (readonly TaskRun[])[]): readonly (readonly TaskRun[])[] {
  return passes.toReversed().slice(0, maxUnfolded.items);
}

function add(map: Map<string, TaskRun[]>, key: string, run: TaskRun): void {
  const runs = map.get(key);
  if (runs === undefined) map.set(key, [run]);
  else runs.push(run);
}

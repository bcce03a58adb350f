import { placeOfTask } from '../../language/execution-plan/task-path.ts';
import type { ItemCounts, TaskProgress } from '../../language/execution-plan/task-state.ts';

/** A task of an execution with its place in the blocks around it. */
export interface TaskRun {
  readonly task: TaskProgress;
  readonly parent?: string;
  readonly item?: string;
  /** The items and passes around it, the outermost first. */
  readonly items: readonly ItemPlace[];
  /** Of a loop whose list is known. */
  readonly counts?: RunningCounts;
}

/** An item of a loop, or a pass. */
interface ItemPlace {
  /** The path of the block. */
  readonly block: string;
  readonly label: string;
}

export interface RunningCounts extends ItemCounts {
  readonly running: number;
  /** Those that have not started; undefined once the loop has ended. */
  readonly pending?: number;
}

/** The tasks of an execution with what follows from their paths. */
export function taskRuns(tasks: readonly TaskProgress[]): readonly TaskRun[] {
  const places = tasks.map(({ path }) => ({ ...placeOfTask(path), items: itemsAround(path) }));
  const started = new Map<string, Set<string>>();
  for (const { items } of places)
    for (const { block, label } of items) started.set(block, (started.get(block) ?? new Set<string>()).add(label));
  return tasks.map((task, index) => ({
    task,
    ...places[index]!,
    ...(task.items !== undefined && { counts: countsOf(task, task.items, started.get(task.path)?.size ?? 0) }),
  }));
}

function itemsAround(path: string): readonly ItemPlace[] {
  const places: ItemPlace[] = [];
  for (let place = placeOfTask(path); place !== undefined; place = placeOfTask(place.parent))
    if (place.item !== undefined) places.push({ block: place.parent, label: place.item });
  return places.toReversed();
}

/** @param started how many items have tasks that have started */
function countsOf({ state }: TaskProgress, { total, succeeded, failed }: ItemCounts, started: number): RunningCounts {
  const ended = succeeded + failed;
  if (state !== 'RUNNING') return { total, succeeded, failed, running: 0 };
  const running = Math.max(0, started - ended);
  return { total, succeeded, failed, running, pending: Math.max(0, total - ended - running) };
}

import { withoutItems } from '../../../src/language/execution-plan/task-path.ts';
import { formatDuration } from '../formats/format-duration.ts';
import { stateOfItem, type Task } from '../timeline/task-tree.ts';
import type { GraphState } from './graph-pieces.ts';

export interface GraphStateOptions {
  readonly hasEnded: boolean;
  /** The paths of the tasks at which the execution waits. */
  readonly waits: ReadonlySet<string>;
}

/** The runs of each task of an outline; a task in a loop has several. */
export function runsByNode(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const runs = new Map<string, Task[]>();
  for (const task of tasks) {
    const path = withoutItems(task.path);
    const others = runs.get(path);
    if (others === undefined) runs.set(path, [task]);
    else others.push(task);
  }
  return runs;
}

/** What a graph shows of a task that ran so often. */
export function graphState(runs: readonly Task[] = [], { hasEnded, waits }: GraphStateOptions): GraphState {
  const [first] = runs;
  if (first === undefined) return hasEnded ? { state: 'SKIPPED', text: 'not reached' } : { state: 'PENDING' };
  if (runs.length > 1) {
    const ended = runs.filter(({ state }) => state !== 'RUNNING').length;
    return { state: stateOfItem(runs.map(({ state }) => state)), text: `${ended} of ${runs.length}` };
  }
  const { path, state, startedAt, endedAt, items } = first;
  if (state === 'RUNNING' && waits.has(path)) return { state: 'WAITING' };
  if (items !== undefined) return { state, text: `${items.succeeded + items.failed} of ${items.total}` };
  if (endedAt === undefined || state === 'SKIPPED') return { state };
  return { state, text: formatDuration(Date.parse(endedAt) - Date.parse(startedAt)) };
}

/** The run to open for a task of the graph: one that failed or runs, or the last one. */
export function runToOpen(runs: readonly Task[] = []): Task | undefined {
  const find = (wanted: Task['state']) => runs.find(({ state }) => state === wanted);
  return find('FAILED') ?? find('RUNNING') ?? runs.at(-1);
}

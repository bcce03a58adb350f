import { shortened } from '../../../base/problem/describe-value.ts';
import {
  maxKeptAttempts,
  type ItemCounts,
  type TaskAttempt,
  type TaskProgress,
} from '../../../language/execution-plan/task-state.ts';
import type { AttemptChange, TaskChange } from './run-ports.ts';

/** Max characters of a stored reason. */
const maxReason = 1_000;

/** The tasks of an execution, from their reported changes. */
export class TaskList {
  readonly #tasks = new Map<string, TaskProgress>();
  readonly #attempts = new Map<string, readonly TaskAttempt[]>();
  readonly #items = new Map<string, ItemCounts>();

  readonly #earlier: ReadonlyMap<string, TaskProgress>;

  /** @param earlier the tasks before the segment, and the one that waited for it, which has ended */
  constructor(earlier: readonly TaskProgress[] = []) {
    this.#earlier = new Map(earlier.map((task) => [task.path, task]));
    for (const [path, task] of this.#earlier) this.#tasks.set(path, task);
  }

  /** In the order of their starts. */
  get all(): readonly TaskProgress[] {
    return [...this.#tasks.values()].map((task) => {
      const attempts = this.#attempts.get(task.path) ?? [];
      const items = this.#items.get(task.path);
      const isRetried = (attempts.at(-1)?.number ?? 1) > 1;
      if (!isRetried && items === undefined) return task;
      return { ...task, ...(isRetried && { attempts }), ...(items !== undefined && { items }) };
    });
  }

  note({ path, state, reason, at }: TaskChange): void {
    const time = new Date(at).toISOString();
    const earlier = this.#earlier.get(path);
    const startedAt = this.#tasks.get(path)?.startedAt ?? time;
    const ended = state !== 'RUNNING' && { endedAt: time };
    // A wait has ended when it was decided, not when the next segment begins.
    this.#tasks.set(path, earlier?.state === state ? earlier : { path, state, startedAt, ...ended, ...kept(reason) });
  }

  /** Attempts of a task of a called flow are counted over all runs of that flow. */
  noteAttempt({ path, state, reason, at }: AttemptChange): void {
    const time = new Date(at).toISOString();
    const before = this.#attempts.get(path) ?? [];
    const last = before.at(-1);
    const after =
      state === 'RUNNING' || last === undefined
        ? [...before, { number: (last?.number ?? 0) + 1, state, startedAt: time }]
        : [...before.slice(0, -1), { ...last, state, endedAt: time, ...kept(reason) }];
    this.#attempts.set(path, after.slice(-maxKeptAttempts));
  }

  /** How far the items of a loop are. */
  noteItems(path: string, counts: ItemCounts): void {
    this.#items.set(path, counts);
  }
}

function kept(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason: shortened(reason, maxReason) };
}

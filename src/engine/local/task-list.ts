import type { TaskProgress } from '../../plan/task-state.ts';
import type { TaskChange } from './run-ports.ts';

/** The tasks of an execution, from their reported changes. */
export class TaskList {
  readonly #tasks = new Map<string, TaskProgress>();

  /** In the order of their starts. */
  get all(): readonly TaskProgress[] {
    return [...this.#tasks.values()];
  }

  note({ path, state, at }: TaskChange): void {
    const time = new Date(at).toISOString();
    const startedAt = this.#tasks.get(path)?.startedAt ?? time;
    this.#tasks.set(path, { path, state, startedAt, ...(state !== 'RUNNING' && { endedAt: time }) });
  }
}

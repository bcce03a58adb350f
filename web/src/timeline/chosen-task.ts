import { tasksAround } from '../../../src/language/execution-plan/task-path.ts';
import type { Execution } from '../api/execution-queries.ts';
import type { Task } from './timeline-rows.ts';

type Outcome = Pick<Execution, 'state' | 'reason' | 'tasks'>;

/**
 * The task to look at first: the one that runs, or in which the execution failed, or the last one. Of a task and the
 * tasks of a subflow or a block inside it, an inner one.
 */
export function taskToOpen(execution: Outcome): Task | undefined {
  const tasks = (execution.tasks ?? []).filter(({ state }) => state !== 'SKIPPED' && state !== 'KEPT');
  const innermost = innermostOf(tasks);
  return innermost.find(({ state }) => state === 'RUNNING') ?? failedTask(execution) ?? innermost.at(-1);
}

/**
 * The task in which an execution failed; undefined if it did not fail in a task. Tasks whose failure is allowed and
 * those of `errors` and `finally` can fail too, but the reason of the execution is that of the task that ended it.
 */
export function failedTask({ state, reason, tasks = [] }: Outcome): Task | undefined {
  if (state !== 'FAILED' && state !== 'WARNING') return undefined;
  const failed = tasks.filter((task) => task.state === 'FAILED');
  const inner = innermostOf(failed);
  const named = reason === undefined ? [] : words(reason);
  // The reason of a block names only the block.
  const block = /^Task (\S+) (?:failed|timed out)/.exec(reason ?? '')?.[1];
  return (
    inner.find((task) => task.reason !== undefined && task.reason === reason) ??
    inner.find(({ path }) => named.includes(idOf(path))) ??
    inner.find(({ path }) => tasksAround(path).some((outer) => idOf(outer) === block)) ??
    inner[0]
  );
}

function innermostOf(tasks: readonly Task[]): readonly Task[] {
  const outer = new Set(tasks.flatMap(({ path }) => tasksAround(path)));
  return tasks.filter(({ path }) => !outer.has(path));
}

/** The id of a task, which has no slash. */
function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Ids have dots and hyphens; a reason ends with a full stop. */
function words(text: string): readonly string[] {
  return text
    .split(/[^A-Za-z0-9._/-]+/)
    .flatMap((word) => [word, word.replace(/\.$/, ''), word.split('/').at(-1) ?? '']);
}

import { isByHand, tasksInside, withInside } from './arrange-tasks.ts';
import type { DraftTask } from './draft-task.ts';
import type { FlowDraft } from './mapping.ts';
import type { SourceComments } from './source-comments.ts';

/** Gives each comment that no statement took to the first task after it; returns those after the last task. */
export function placeComments(flow: FlowDraft, comments: SourceComments, end: number): readonly string[] {
  for (const task of [...flow.tasks, ...flow.errors, ...flow.finally]) dropSources(task, comments);
  for (const list of ['tasks', 'errors', 'finally'] as const) {
    const placed = flow[list].map((task) => withComments(task, comments));
    flow[list].splice(0, placed.length, ...placed);
  }
  return comments.until(end);
}

/** The description of a task that is by hand contains the comments of its source. */
function dropSources(task: DraftTask, comments: SourceComments): void {
  if (isByHand(task)) comments.drop(task.span);
  for (const inner of tasksInside(task)) dropSources(inner, comments);
}

function withComments(task: DraftTask, comments: SourceComments): DraftTask {
  const isLeaf = tasksInside(task).length === 0;
  const own = comments.until(isLeaf ? task.span.end : task.span.start);
  const withOwn = own.length === 0 ? task : { ...task, comments: [...task.comments, ...own] };
  return withInside(withOwn, (tasks) => tasks.map((inner) => withComments(inner, comments)));
}

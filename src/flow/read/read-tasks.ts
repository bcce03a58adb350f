import type { DraftTask, Placed } from '../flow-draft.ts';
import { taskSections } from '../flow.ts';
import type { TaskTypes } from '../task-types.ts';
import type { MappingReader } from './mapping-reader.ts';
import { readTask } from './read-task.ts';
import type { Reading } from './reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

/** The tasks of all three lists, in the order in which they run: `tasks`, `errors`, `finally`. */
export function readTasks(flow: MappingReader, taskTypes: TaskTypes, most: number, reading: Reading): readonly Placed<DraftTask>[] {
  if (!flow.isMissing('tasks') && isEmptyList(flow.value('tasks'))) {
    flow.report('empty-list', 'tasks', 'A flow needs at least one task; "tasks" is empty.');
  }
  const tasks = taskSections.flatMap((section) =>
    flow.mappings(section).map((placed) => ({ value: readTask(placed, section, taskTypes, reading), path: placed.path })),
  );
  if (tasks.length > most) {
    const message = `A flow has at most ${most} tasks, those in errors and finally included; this one has ${tasks.length}.`;
    flow.report('jenkinsfile-too-large', 'tasks', message, { at: 'key' });
  }
  reportDuplicates('task', tasks, reading);
  return tasks;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

import type { DraftTask, Placed } from '../flow-draft.ts';
import { taskSections } from '../flow.ts';
import type { TaskTypes } from '../task-types.ts';
import { entriesOf, idsBeyond } from '../../document/entries-of.ts';
import type { MappingReader } from '../../document/mapping-reader.ts';
import { readTask } from './read-task.ts';
import type { Reading } from '../../document/reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

/** The first `max` tasks of all three lists, in the order in which they run: `tasks`, `errors`, `finally`. */
export function readTasks(
  flow: MappingReader,
  taskTypes: TaskTypes,
  max: number,
  reading: Reading,
): readonly Placed<DraftTask>[] {
  if (!flow.isMissing('tasks') && isEmptyList(flow.value('tasks'))) {
    flow.report('empty-list', 'tasks', 'A flow needs at least one task; "tasks" is empty.');
  }
  const tasks: Placed<DraftTask>[] = [];
  let count = 0;
  for (const section of taskSections) {
    for (const placed of flow.mappings(section, max - count))
      tasks.push({ value: readTask(placed, section, taskTypes, reading), path: placed.path });
    count = Math.min(max, count + entriesOf(flow, section).length);
  }
  const { length } = taskSections.flatMap((section) => entriesOf(flow, section));
  if (length > max) {
    const message = `A flow has at most ${max} tasks, those in errors and finally included; this one has ${length}.`;
    flow.report('jenkinsfile-too-large', 'tasks', message, { at: 'key' });
  }
  reportDuplicates('task', tasks, reading);
  return tasks;
}

/** The ids of the tasks that were not read. */
export function unreadTaskIds(flow: MappingReader, max: number): readonly string[] {
  return idsBeyond(
    taskSections.flatMap((section) => entriesOf(flow, section)),
    max,
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

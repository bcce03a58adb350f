import type { Entries } from '../../document/entries.ts';
import type { Reading } from '../../document/reading.ts';
import type { DraftTask, Placed } from '../flow-draft.ts';
import { taskSections, type TaskSection } from '../flow.ts';
import type { TaskTypes } from '../task-types.ts';
import { readTask } from './read-task.ts';
import { reportDuplicates } from './report-duplicates.ts';

export interface ReadTasks {
  /** Of all three lists, in the order in which they run: `tasks`, `errors`, `finally`. */
  readonly tasks: readonly Placed<DraftTask>[];
  /** The ids of those beyond the limit. */
  readonly unreadIds: readonly string[];
}

/** Reads the first `max` tasks of all three lists together. */
export function readTasks(
  lists: Readonly<Record<TaskSection, Entries>>,
  taskTypes: TaskTypes,
  max: number,
  reading: Reading,
): ReadTasks {
  const tasks: Placed<DraftTask>[] = [];
  const unreadIds: string[] = [];
  let count = 0;
  for (const section of taskSections) {
    const entries = lists[section];
    const left = Math.max(0, max - count);
    for (const placed of entries.mappings(left))
      tasks.push({ value: readTask(placed, section, taskTypes, reading), path: placed.path });
    unreadIds.push(...entries.idsBeyond(left));
    count += entries.length;
  }
  if (count > max) {
    const message = `A flow has at most ${max} tasks, those in errors and finally included; this one has ${count}.`;
    reading.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'], at: 'key' });
  }
  reportDuplicates('task', tasks, reading);
  return { tasks, unreadIds };
}

import { quoteShort } from '../../../problem/describe-value.ts';
import { foreignType, translation } from '../../../problem/foreign-word.ts';
import { severityOf } from '../../../problem/problem-catalogue.ts';
import type { Path } from '../../../problem/problem.ts';
import type { JsonObject } from '../../../text/json-value.ts';
import type { Entries, Placed, PlacedMap } from '../../document/entries.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import { sourceTextBelow, type Reading } from '../../document/reading.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import { unknownProperty } from '../../document/unknown-property.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import type { DraftTask, TextReferences } from '../flow-draft.ts';
import { taskSections, type Task, type TaskSection } from '../flow.ts';
import { addInside, addRelative } from '../relative-problems.ts';
import type { TaskTypes, TextProperty } from '../task-types.ts';
import { textsOf } from '../texts-of.ts';
import { reportDuplicates } from './report-duplicates.ts';
import { taskSection } from './task-section.ts';

export interface ReadTasks {
  /** Of all three lists, in the order in which they run: `tasks`, `errors`, `finally`. */
  readonly tasks: readonly Placed<DraftTask>[];
  /** The ids of tasks beyond the limit. */
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
    for (const placed of entries.maps(left))
      tasks.push({ value: readTask(placed, section, taskTypes, reading), path: placed.path });
    unreadIds.push(...entries.idsBeyond(left));
    count += entries.length;
  }
  if (count > max) {
    const message = `The flow has ${count} tasks, including errors and finally; the maximum is ${max}.`;
    reading.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'], at: 'key' });
  }
  reportDuplicates('task', tasks, reading);
  return { tasks, unreadIds };
}

/** Reads a task that is not in the document, and so has no problems there. */
export function readContributedTask(map: JsonObject, taskTypes: TaskTypes, reading: Reading): Task {
  return readTask({ map, path: ['tasks'] }, 'tasks', taskTypes, { ...reading, problems: [] }).task;
}

/** Reads the common properties of a task (docs/reference/tasks.md), and passes the others to the task's type. */
function readTask(placed: PlacedMap, section: TaskSection, taskTypes: TaskTypes, reading: Reading): DraftTask {
  const { path } = placed;
  const reader = new PropertyReader(placed, reading);
  const read = taskSection.readProperties(reader);
  const { id = '', type: typeName = '', outputSchema = {} } = read;
  const given = reader.rest(taskSection.names);
  // Completes what was read: a copy takes as long as reading some of its properties.
  const taskWith = (properties: JsonObject): Task =>
    Object.assign(read, { id, type: typeName, outputSchema, properties });

  const type = taskTypes.find(typeName);
  if (type === undefined) {
    if (typeName !== '')
      reader.report('unknown-task-type', 'type', unknownTaskType(typeName, taskTypes, reading.suggestions));
    else reportForeign(given, reader);
    const task = taskWith(given);
    return { id, section, task, references: readReferences(path, textsOf(given), reading) };
  }
  const typed = type.read(given, sourceTextBelow(reading.sourceText, path));
  const { properties, problems } = typed;
  addRelative(reading.problems, path, problems);
  const accepted = problems.every((problem) => severityOf(problem) === 'warning');
  const task = taskWith(properties);
  const texts = accepted ? typed.texts : textsOf(properties);
  return { id, section, task, type, typed, references: readReferences(path, texts, reading) };
}

/** Without a type, the properties of a task are unknown; those of other products explain why it is missing. */
function reportForeign(given: JsonObject, reader: PropertyReader): void {
  const allowed = Object.keys(taskSection.properties);
  for (const name of Object.keys(given)) {
    if (translation(name, allowed) === '') continue;
    const { code, message, at } = unknownProperty(name, allowed);
    reader.report(code, name, message, { at });
  }
}

function readReferences(base: Path, texts: readonly TextProperty[], reading: Reading): readonly TextReferences[] {
  return texts.flatMap(({ path, template, problems }) => {
    if (problems.length > 0) addInside(reading.problems, [...base, ...path], problems);
    const references = templateReferences(template);
    return references.length === 0 ? [] : [{ path, references }];
  });
}

/**
 * The message for an unknown task type. Compares the part after `.plugin.`, because all names start alike. A name that
 * differs only before it comes from an installation with another vendor.
 */
function unknownTaskType(name: string, { names }: TaskTypes, suggestions: Suggestions): string {
  const stem = stemOf(name);
  const same = names.find((known) => stemOf(known).toLowerCase() === stem.toLowerCase());
  if (same !== undefined && stemOf(same) === stem) {
    const setting = name.startsWith('dev.') ? ' (the setting FLOWGATE_VENDOR names the vendor)' : '';
    return `Unknown task type ${quoteShort(name)}; write ${quoteShort(same)}${setting}.`;
  }
  const near = same ?? suggestions.nearest(stem, names, stemOf) ?? onlyWithLastWord(stem, names);
  const advice = near === undefined ? ` Allowed: ${names.join(', ')}.` : ` Did you mean ${quoteShort(near)}?`;
  return `Unknown task type ${quoteShort(name)}.${foreignType(name)}${advice}`;
}

/** For `Shell`, or a type of another engine with the same last word. */
function onlyWithLastWord(stem: string, names: readonly string[]): string | undefined {
  const [found, ...others] = names.filter((known) => lastWordOf(known) === lastWordOf(stem));
  return others.length === 0 ? found : undefined;
}

function lastWordOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The part after `dev.<vendor>.plugin.`, or the whole name if it has no such prefix. */
function stemOf(name: string): string {
  const [, stem] = name.split('.plugin.', 2);
  return stem ?? name;
}

import { quoteShort } from '../../../base/problem/describe-value.ts';
import { foreignType, replacementOf, translation } from '../../../base/problem/foreign-word.ts';
import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { valueAt, type JsonObject } from '../../../base/text/json-value.ts';
import { nearestWord } from '../../../base/text/nearest-word.ts';
import { Entries, type Placed, type PlacedMap } from '../../document/entries.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import { sourceTextBelow, type Reading } from '../../document/reading.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import { unknownProperty } from '../../document/unknown-property.ts';
import { conditionReferences, templateReferences } from '../../expressions/references-of.ts';
import type { DraftTask, TextReferences } from '../flow-draft.ts';
import { taskSections, type Task, type TaskSection } from '../flow.ts';
import { outputsOfBlock } from '../item-fields.ts';
import { addInside, addRelative } from '../relative-problems.ts';
import type { BlockType, SubflowCall, TaskTypes, TextProperty, TypedProperties, WaitType } from '../task-types.ts';
import { textsOf } from '../texts-of.ts';
import { shortTypeName } from '../type-names.ts';
import { outputsOfWait } from '../wait.ts';
import { sourceProblems, splitFields } from './output-sources.ts';
import { readForm, type InputLimits } from './read-inputs.ts';
import { reportDuplicates } from './report-duplicates.ts';
import { taskSection } from './task-section.ts';

export interface ReadTasks {
  /** The tasks of all three lists, in the order in which they run: `tasks`, `errors`, `finally`. */
  readonly tasks: readonly Placed<DraftTask>[];
  /** The ids of tasks beyond the limit. */
  readonly unreadIds: readonly string[];
}

export interface ReadTasksOptions {
  readonly taskTypes: TaskTypes;
  readonly max: number;
  readonly inputs: InputLimits;
}

/** Reads the first `max` tasks of all three lists together, including those inside blocks. */
export function readTasks(
  lists: Readonly<Record<TaskSection, Entries>>,
  options: ReadTasksOptions,
  reading: Reading,
): ReadTasks {
  const { max } = options;
  const reader = new TaskListReader(options, reading);
  for (const section of taskSections) reader.readList(lists[section], { section, places: [] });
  const { tasks, unreadIds, count } = reader;
  if (count > max) {
    const message = `The flow has ${count} tasks, including errors and finally; the maximum is ${max}.`;
    reading.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'], at: 'key' });
  }
  reportDuplicates('task', tasks, reading);
  return { tasks, unreadIds };
}

/** Reads a task that is not in the document, and so has no problems there. */
export function readContributedTask(map: JsonObject, options: Omit<ReadTasksOptions, 'max'>, reading: Reading): Task {
  const reader = new TaskListReader({ ...options, max: Infinity }, { ...reading, problems: [] });
  return reader.readTask({ map, path: ['tasks'] }, { section: 'tasks', places: [] });
}

type ListPlace = Pick<DraftTask, 'section' | 'places'>;

class TaskListReader {
  readonly tasks: Placed<DraftTask>[] = [];
  readonly unreadIds: string[] = [];
  count = 0;
  readonly #taskTypes: TaskTypes;
  readonly #max: number;
  readonly #inputs: InputLimits;
  readonly #reading: Reading;

  constructor({ taskTypes, max, inputs }: ReadTasksOptions, reading: Reading) {
    this.#taskTypes = taskTypes;
    this.#max = max;
    this.#inputs = inputs;
    this.#reading = reading;
  }

  readList(entries: Entries, { section, places }: ListPlace): readonly Task[] {
    const left = Math.max(0, this.#max - this.count);
    this.count += entries.length;
    this.unreadIds.push(...entries.idsBeyond(left));
    const [inner] = places.slice(-1);
    const outer = places.slice(0, -1);
    return entries.maps(left).map((placed, index) => {
      return this.readTask(placed, { section, places: inner === undefined ? places : [...outer, { ...inner, index }] });
    });
  }

  /** Reads the common properties of a task (docs/reference/tasks.md), and passes the others to the task's type. */
  readTask(placed: PlacedMap, place: ListPlace): Task {
    const { path } = placed;
    const reading = this.#reading;
    const reader = new PropertyReader(placed, reading);
    const read = taskSection.readProperties(reader);
    const { id = '', type: typeName = '', outputSchema: fields = {} } = read;
    const given = reader.rest(taskSection.names);
    const type = this.#taskTypes.find(typeName);
    // The short form of a name is only for authors.
    const isShort = type !== undefined && shortTypeName(typeName) === typeName;
    // Completes what was read: a copy takes as long as reading some of its properties.
    const taskWith = (properties: JsonObject): Task =>
      Object.assign(read, { id, type: isShort ? type.name : typeName, ...splitFields(fields), properties });

    if (type === undefined) {
      if (typeName !== '')
        reader.report('unknown-task-type', 'type', unknownTaskType(typeName, this.#taskTypes, reading.suggestions));
      else reportForeign(given, reader);
      const task = taskWith(given);
      const references = readReferences(path, textsOf(given), reading);
      this.tasks.push({ value: { id, ...place, task, references }, path });
      return task;
    }
    const typed = type.read(given, sourceTextBelow(reading.sourceText, path));
    const { properties, problems } = typed;
    addRelative(reading.problems, path, problems);
    reading.problems.push(...sourceProblems(fields, type, path));
    const accepted = problems.every((problem) => severityOf(problem) === 'warning');
    const task = taskWith(properties);
    const texts = accepted ? typed.texts : textsOf(properties);
    const draft = { id, ...place, task, type, typed, references: readReferences(path, texts, reading) };
    this.tasks.push({ value: draft, path });
    if (type.block !== undefined) Object.assign(task, this.#readBlock(type.block, draft, given, path));
    if (type.wait !== undefined) Object.assign(draft, this.#readWait(type.wait, draft, given, path));
    if (type.subflow !== undefined) Object.assign(task, { isCall: true });
    if (type.subflow !== undefined && isComplete(typed)) Object.assign(task, waitOfCall(type.subflow(task), task));
    return task;
  }

  /** Reads the form of a task that waits. One with invalid properties has it too. */
  #readWait(
    { form: name, of }: WaitType,
    { task, typed }: DraftTask,
    given: JsonObject,
    path: Path,
  ): Partial<DraftTask> {
    const list = name === undefined ? undefined : given[name];
    const at = [...path, name ?? ''];
    const entries = new Entries(Array.isArray(list) ? list : [], at, this.#reading.problems);
    const form = readForm(entries, at, this.#inputs, this.#reading);
    if (isComplete(typed)) {
      const wait = of(
        task,
        typed.properties,
        form.flatMap(({ value: { input } }) => input ?? []),
      );
      Object.assign(task, { wait, outputSchema: { ...task.outputSchema, ...outputsOfWait(wait) } });
    }
    return { form };
  }

  /** Reads the tasks inside a block. A block with invalid properties has them too. */
  #readBlock(block: BlockType, draft: DraftTask, given: JsonObject, path: Path): Partial<Task> {
    const { section, places, task, typed } = draft;
    const bodies = block.bodies(given).map((relative, body) => {
      const at = [...path, ...relative];
      const list = valueAt(given, relative);
      const entries = new Entries(Array.isArray(list) ? list : [], at, this.#reading.problems);
      return {
        path: relative,
        tasks: this.readList(entries, { section, places: [...places, { block: draft, body }] }),
      };
    });
    const control = isComplete(typed) ? block.control({ ...task, bodies }, typed.properties) : undefined;
    if (control === undefined) return { bodies };
    return { bodies, control, outputSchema: { ...task.outputSchema, ...outputsOfBlock(control) } };
  }
}

/** A call that is an execution of its own waits for it. */
function waitOfCall({ separate }: SubflowCall, { outputSchema }: Task): Partial<Task> {
  if (separate === undefined) return {};
  const wait = { kind: 'executions', ...separate } as const;
  return { wait, outputSchema: { ...outputSchema, ...outputsOfWait(wait) } };
}

function isComplete(typed: TypedProperties | undefined): typed is TypedProperties {
  return typed?.fitting !== undefined && typed.fitting === typed.properties;
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
  return texts.flatMap(({ path, template, condition, scope, problems }) => {
    if (problems.length > 0) addInside(reading.problems, [...base, ...path], problems);
    const references = condition === undefined ? templateReferences(template) : conditionReferences(condition);
    return references.length === 0 ? [] : [{ path, references, ...(scope && { scope }) }];
  });
}

/**
 * The message for an unknown task type. Compares the part after `.plugin.`, because all names start alike. A name that
 * differs only before it comes from an installation with another vendor.
 */
function unknownTaskType(name: string, { names }: TaskTypes, suggestions: Suggestions): string {
  const stem = shortTypeName(name);
  const same = names.find((known) => shortTypeName(known).toLowerCase() === stem.toLowerCase());
  if (same !== undefined && shortTypeName(same) === stem) {
    const setting = name.startsWith('dev.') ? ' (the setting FLOWGATE_VENDOR names the vendor)' : '';
    return `Unknown task type ${quoteShort(name)}; write ${quoteShort(same)}${setting}.`;
  }
  const near = same ?? replacement(stem, names) ?? nearest(stem, names, suggestions) ?? onlyWithLastWord(stem, names);
  const advice = near === undefined ? ` Allowed: ${names.join(', ')}.` : ` Did you mean ${quoteShort(near)}?`;
  return `Unknown task type ${quoteShort(name)}.${foreignType(name)}${advice}`;
}

/** Types of one group start alike, so their last words must be similar too. */
function nearest(stem: string, names: readonly string[], suggestions: Suggestions): string | undefined {
  const found = suggestions.nearest(stem, names, shortTypeName);
  if (found === undefined) return undefined;
  const isSimilar = nearestWord(lastWordOf(stem), [lastWordOf(found)]) !== undefined;
  return isSimilar ? found : undefined;
}

function replacement(stem: string, names: readonly string[]): string | undefined {
  const word = replacementOf(lastWordOf(stem));
  return word === undefined ? undefined : onlyWithLastWord(word, names);
}

/**
 * The only type with the last word of a stem, such as `Shell` or a type of another engine; undefined if there are
 * several.
 */
function onlyWithLastWord(stem: string, names: readonly string[]): string | undefined {
  const [found, ...others] = names.filter((known) => lastWordOf(known) === lastWordOf(stem));
  return others.length === 0 ? found : undefined;
}

function lastWordOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

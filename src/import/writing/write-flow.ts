import { Document, isMap, isScalar, isSeq, visit, type Node } from 'yaml';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { taskLists, type DraftTask, type FlowDraft } from '../mapping/drafts/draft-flow.ts';
import { tasksInside } from '../mapping/drafts/walk-tasks.ts';

/** Lines of comments, without marks. */
interface FlowComments {
  readonly header: readonly string[];
  /** After the last task. */
  readonly rest: readonly string[];
}

/** The flow as YAML, in the order in which people read it, with the comments of the source. */
export function writeFlow(flow: FlowDraft, { header, rest }: FlowComments, taskTypes: TaskRegistry): string {
  const document = new Document(flowObject(flow, taskTypes));
  document.commentBefore = commentText(header) ?? null;
  const { contents } = document;
  if (isMap(contents)) {
    for (const list of taskLists) annotate(contents.get(list), flow[list]);
    for (const [index, { comments }] of [...flow.inputs.values()].entries())
      setComment(contents.getIn(['inputs', index]), comments);
  }
  shorten(document);
  document.comment = commentText(rest) ?? null;
  return document.toString({ lineWidth: 0, blockQuote: 'literal', indentSeq: true, flowCollectionPadding: false });
}

function flowObject(flow: FlowDraft, taskTypes: TaskRegistry): JsonObject {
  const properties = Object.fromEntries(flow.properties);
  return withoutEmpty({
    id: flow.id,
    namespace: flow.namespace,
    description: flow.description,
    inputs: [...flow.inputs].map(([id, { properties: given }]) => ({ id, ...given })),
    variables: Object.fromEntries([...flow.variables].map(([name, { value }]) => [name, value])),
    ...properties,
    locks: flow.locks,
    tasks: flow.tasks.map((task) => taskObject(task, taskTypes)),
    errors: flow.errors.map((task) => taskObject(task, taskTypes)),
    finally: flow.finally.map((task) => taskObject(task, taskTypes)),
    triggers: flow.triggers,
  });
}

/** A task as it stands in YAML. */
function taskObject({ id, shape, common }: DraftTask, taskTypes: TaskRegistry): JsonObject {
  const { outputSchema, ...before } = common;
  const schema = outputSchema === undefined ? {} : { outputSchema };
  if (shape.kind === 'own') return { id, type: shape.type, ...before, ...shape.properties, ...schema } as JsonObject;
  const { kind, ...rest } = shape;
  const type = taskTypes.types.find(({ fromJenkins }) => Object.hasOwn(fromJenkins, kind));
  if (type === undefined) throw new Error(`No task type says ${kind}, which the import needs.`);
  const written = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      isTaskList(key) ? tasksOf(value).map((task) => taskObject(task, taskTypes)) : value,
    ]),
  );
  const says = type.fromJenkins[kind] as (shape: unknown) => JsonObject;
  return {
    id,
    type: type.name,
    ...before,
    ...says(written),
    ...schema,
  } as JsonObject;
}

const isTaskList = (key: string) => ['tasks', 'otherwise'].includes(key);

const tasksOf = (value: unknown) => value as readonly DraftTask[];

/** Puts the comments of tasks above them, at any depth: the maps are found by the ids. */
function annotate(list: unknown, tasks: readonly DraftTask[]): void {
  if (!isSeq(list)) return;
  for (const [index, task] of tasks.entries()) {
    const node = list.items[index];
    setComment(node, task.comments);
    const inside = tasksInside(task);
    if (inside.length === 0 || !isMap(node)) continue;
    const lists = node.items
      .map(({ value }) => value)
      .filter((value) => isSeq(value) && isMap(value.items[0]) && value.items[0].has('type'));
    let from = 0;
    for (const inner of lists) {
      if (!isSeq(inner)) continue;
      annotate(inner, inside.slice(from, from + inner.items.length));
      from += inner.items.length;
    }
  }
}

/** Short lists and small maps stand on one line, as people write them. */
function shorten(document: Document): void {
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (isSeq(value) && name !== 'commands' && isShort(value.items)) value.flow = true;
      if (isMap(value) && smallMaps.has(String(name)) && isShort(value.items.map((item) => item.value)))
        value.flow = true;
      if (isMap(value) && name === 'outputSchema')
        for (const { value: field } of value.items) if (isMap(field)) field.flow = true;
      if (isSeq(value) && name === 'exclude') for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
}

const smallMaps: ReadonlySet<string> = new Set(['retry', 'concurrency']);

const shortLength = 70;

const isShort = (values: readonly unknown[]) =>
  values.every((value) => isScalar(value) && !String(value.value).includes('\n')) &&
  values.reduce<number>((length, value) => length + String(isScalar(value) ? value.value : '').length + 2, 0) <=
    shortLength;

function setComment(node: unknown, lines: readonly string[]): void {
  const text = commentText(lines);
  if (text !== undefined && isMap(node)) (node as Node).commentBefore = text;
}

const commentText = (lines: readonly string[]) =>
  lines.length === 0 ? undefined : lines.map((line) => (line === '' ? '' : ` ${line}`)).join('\n');

function withoutEmpty(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0),
    ),
  );
}

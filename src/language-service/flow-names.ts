import type { FlowKey } from '../language/flow/flow-key.ts';
import { taskSections, type TaskSection } from '../language/flow/flow.ts';
import type { TextRange } from '../problem/problem.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode } from './outline.ts';

/** Something in a flow that references can name. */
export interface Declaration {
  readonly name: string;
  /** Of the name, without quotes. */
  readonly range: TextRange;
}

export interface InputDeclaration extends Declaration {
  readonly type?: string;
  readonly displayName?: string;
  readonly description?: string;
  /** As it is written. */
  readonly defaults?: string;
}

export interface FieldDeclaration extends Declaration {
  readonly type?: string;
  readonly description?: string;
}

export interface TaskDeclaration extends Declaration {
  readonly section: TaskSection;
  readonly type?: string;
  readonly description?: string;
  readonly fields: readonly FieldDeclaration[];
  /** The flow that it calls. */
  readonly call?: FlowKey;
}

export interface VariableDeclaration extends Declaration {
  /** As it is written. */
  readonly value?: string;
}

/** The names that a flow declares, as far as the document can be read. */
export interface FlowNames {
  readonly inputs: readonly InputDeclaration[];
  readonly variables: readonly VariableDeclaration[];
  /** In the order in which they run; one without an id has an empty name, so that positions stay right. */
  readonly tasks: readonly TaskDeclaration[];
}

export function readNames(root: OutlineNode | undefined): FlowNames {
  const variables = valueOf(root, 'variables');
  return {
    inputs: itemsOf(valueOf(root, 'inputs')).flatMap(readInput),
    variables:
      variables?.kind === 'map' ? declaredKeys(variables).map(({ key, value }) => ({ ...key, ...textOf(value) })) : [],
    tasks: taskSections.flatMap((section) => itemsOf(valueOf(root, section)).map((item) => readTask(item, section))),
  };
}

/** How many tasks run before the item of a section. */
export function tasksBefore({ tasks }: FlowNames, section: TaskSection, index: number): number {
  const rank = taskSections.indexOf(section);
  return tasks.filter((task) => taskSections.indexOf(task.section) < rank).length + index;
}

function readInput(item: OutlineNode | undefined): readonly InputDeclaration[] {
  const id = scalarAt(item, 'id');
  if (id === undefined) return [];
  return [
    {
      name: id.text,
      range: id.range,
      ...named(item, { type: 'type', displayName: 'display_name', description: 'description', defaults: 'defaults' }),
    },
  ];
}

function readTask(item: OutlineNode | undefined, section: TaskSection): TaskDeclaration {
  const id = scalarAt(item, 'id');
  const schema = valueOf(item, 'outputSchema');
  const call = callOf(item);
  return {
    name: id?.text ?? '',
    range: id?.range ?? { start: 0, end: 0 },
    section,
    ...named(item, { type: 'type', description: 'description' }),
    ...(call !== undefined && { call }),
    fields: schema?.kind === 'map' ? declaredKeys(schema).map(({ key, value }) => readField(key, value)) : [],
  };
}

/** The flow that a task calls, whatever its type. */
export function callOf(task: OutlineNode | undefined): FlowKey | undefined {
  const namespace = scalarAt(task, 'namespace')?.text;
  const id = scalarAt(task, 'flowId')?.text;
  return namespace === undefined || id === undefined ? undefined : { namespace, id };
}

/** @param node what describes the field */
export function readField(declaration: Declaration, node: OutlineNode | undefined): FieldDeclaration {
  return { ...declaration, ...named(node, { type: 'type', description: 'description' }) };
}

function declaredKeys(node: Extract<OutlineNode, { kind: 'map' }>) {
  return node.pairs
    .filter(({ hasColon }) => hasColon)
    .map(({ key, keyRange, value }) => ({ key: { name: key, range: keyRange }, value }));
}

/** The texts of some properties, under other names; those that are missing are left out. */
function named<Name extends string>(
  node: OutlineNode | undefined,
  keys: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: string } {
  const entries = Object.entries<string>(keys).flatMap(([name, key]) => {
    const text = scalarAt(node, key)?.text;
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries) as { readonly [Key in Name]?: string }; // the names are those of `keys`
}

function textOf(node: OutlineNode | undefined): { readonly value?: string } {
  return node?.kind === 'scalar' ? { value: node.text } : {};
}

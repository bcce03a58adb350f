import type { TextRange } from '../../base/problem/problem.ts';
import type { FlowKey } from '../flow/flow-key.ts';
import type { TaskSection } from '../flow/flow.ts';
import type { BlockPlace } from '../flow/hidden-outputs.ts';
import type { BlockShape } from './block-shapes.ts';
import { scalarAt, type OutlineNode } from './outline.ts';

/** Something in a flow that references can name. */
export interface Declaration {
  readonly name: string;
  /** The range of the name, without quotes. */
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
  /** The shape of a task that runs other tasks. */
  readonly block?: BlockShape;
  /** The fields of the items of a loop; none if an item is a single value. */
  readonly items?: readonly FieldDeclaration[];
  /** The form of a task that waits for people. */
  readonly form?: { readonly property: string; readonly inputs: readonly InputDeclaration[] };
  /** Where it is inside blocks, outermost first. Each block is its position in `FlowNames.tasks`. */
  readonly places: readonly BlockPlace<number>[];
}

export interface VariableDeclaration extends Declaration {
  /** As it is written. */
  readonly value?: string;
}

/** The names that a flow declares, as far as the document can be read. */
export interface FlowNames {
  readonly inputs: readonly InputDeclaration[];
  readonly variables: readonly VariableDeclaration[];
  /**
   * In the order in which they run, each block before the tasks inside it. One without an id has an empty name, so that
   * positions stay right.
   */
  readonly tasks: readonly TaskDeclaration[];
  /** The position of each task, by its part of the document. */
  readonly positions: ReadonlyMap<OutlineNode, number>;
}

/** The flow that a task calls, whatever its type. */
export function callOf(task: OutlineNode | undefined): FlowKey | undefined {
  const namespace = scalarAt(task, 'namespace')?.text;
  const id = scalarAt(task, 'flowId')?.text;
  return namespace === undefined || id === undefined ? undefined : { namespace, id };
}

/** An input of a flow or a form; none without an id. */
export function readInput(item: OutlineNode | undefined): readonly InputDeclaration[] {
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

/** @param node what describes the field */
export function readField(declaration: Declaration, node: OutlineNode | undefined): FieldDeclaration {
  return { ...declaration, ...named(node, { type: 'type', description: 'description' }) };
}

/** The keys of a map with their values; empty for anything else. */
export function declaredKeys(node: OutlineNode | undefined) {
  if (node?.kind !== 'map') return [];
  return node.pairs
    .filter(({ hasColon }) => hasColon)
    .map(({ key, keyRange, value }) => ({ key: { name: key, range: keyRange }, value }));
}

/** The texts of some properties, under other names; those that are missing are left out. */
export function named<Name extends string>(
  node: OutlineNode | undefined,
  keys: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: string } {
  const entries = Object.entries<string>(keys).flatMap(([name, key]) => {
    const text = scalarAt(node, key)?.text;
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries) as { readonly [Key in Name]?: string }; // the names are those of `keys`
}

import type { ControlKind } from '../language/flow/control.ts';
import { readPropertySchema, schemaOfKey, type PropertySchema } from '../language/task-types/property-schema.ts';
import type { TaskTypeDocumentation } from '../language/task-types/task-registry.ts';
import { itemsOf, type OutlineNode } from './outline.ts';

/** How the tasks of a type contain other tasks. */
export interface BlockShape {
  readonly kind: ControlKind;
  /** Of a whole task of the type. */
  readonly schema: PropertySchema;
}

/** The task types whose tasks run other tasks. */
export type BlockShapes = ReadonlyMap<string, BlockShape>;

export function blockShapes(taskTypes: readonly TaskTypeDocumentation[]): BlockShapes {
  return new Map(
    taskTypes.flatMap(({ type, aliases, control, schema }) => {
      if (control === undefined) return [];
      const shape = { kind: control, schema: readPropertySchema(schema) };
      return [type, ...aliases].map((name) => [name, shape] as const);
    }),
  );
}

/** The lists of tasks in a block, also those that are still empty. */
export function taskListsIn(
  node: OutlineNode | undefined,
  schema: PropertySchema,
): readonly (readonly (OutlineNode | undefined)[])[] {
  if (schema.isTaskList) return [itemsOf(node)];
  if (node?.kind !== 'map') return [];
  return node.pairs.flatMap(({ key, value }) => taskListsIn(value, schemaOfKey(schema, key)));
}

import { isJsonObject, type JsonObject } from '../../base/text/json-value.ts';
import type { ControlKind } from '../flow/control.ts';
import { namesOf } from '../flow/type-names.ts';
import { readPropertySchema, schemaOfKey, type PropertySchema } from '../task-types/property-schema.ts';
import type { TaskTypeDocumentation } from '../task-types/task-registry.ts';
import { itemsOf, type OutlineNode } from './outline.ts';

/** How the tasks of a type contain other tasks. */
export interface BlockShape {
  readonly kind: ControlKind;
  /** The schema of a whole task of the type. */
  readonly schema: PropertySchema;
}

/** The task types whose tasks run other tasks. */
type BlockShapes = ReadonlyMap<string, BlockShape>;

/** What the service needs to know of the task types of an installation. */
export interface TaskShapes {
  readonly blocks: BlockShapes;
  /** The property with the inputs of a form, by type. */
  readonly forms: ReadonlyMap<string, string>;
}

export function taskShapes(taskTypes: readonly TaskTypeDocumentation[]): TaskShapes {
  return { blocks: blockShapes(taskTypes), forms: formProperties(taskTypes) };
}

function formProperties(taskTypes: readonly TaskTypeDocumentation[]): TaskShapes['forms'] {
  return new Map(
    taskTypes.flatMap((type) => {
      const form = Object.entries((type.schema.properties ?? {}) as JsonObject).find(
        ([, property]) => isJsonObject(property) && property['x-inputs'] === true,
      );
      return form === undefined ? [] : namesOf(type).map((name) => [name, form[0]] as const);
    }),
  );
}

function blockShapes(taskTypes: readonly TaskTypeDocumentation[]): BlockShapes {
  return new Map(
    taskTypes.flatMap((type) => {
      if (type.control === undefined) return [];
      const shape = { kind: type.control, schema: readPropertySchema(type.schema) };
      return namesOf(type).map((name) => [name, shape] as const);
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

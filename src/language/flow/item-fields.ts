import { isExactNumber } from '../../base/text/exact-number.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import { environmentName, type ItemReference } from '../expressions/reference.ts';
import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import type { Control, Controls } from './control.ts';

/** A value of an item of a loop. */
export interface ItemField {
  /** Undefined for an item that is a single value. */
  readonly field: string | undefined;
  /** In the environment: `ITEM_DEPLOY_URL`, or `ITEM_DEPLOY`. */
  readonly name: string;
  readonly type: InputTypeName;
}

/** The values of an item. @param block the id of the loop */
export function itemFields(block: string, { schema, matrix, values }: Controls['loop']): readonly ItemField[] {
  const types =
    matrix !== undefined
      ? Object.entries(matrix).map(([field, list]) => [field, typeOfItems(list)] as const)
      : schema !== undefined
        ? Object.entries(schema).map(([field, { type }]) => [field, type] as const)
        : [[undefined, typeOfItems(values)] as const];
  return types.map(([field, type]) => ({ field, type, name: environmentName(itemReference(block, field)) }));
}

export function itemReference(block: string, field: string | undefined): ItemReference {
  return { root: 'items', block, ...(field !== undefined && { field }) };
}

/** The type of single values: that of all literals of a list, or a string. */
function typeOfItems(list: JsonValue | undefined): InputTypeName {
  if (!Array.isArray(list) || list.length === 0) return plainTypes.string;
  if (list.every((item) => typeof item === 'boolean')) return plainTypes.boolean;
  if (list.every((item) => Number.isSafeInteger(item))) return plainTypes.integer;
  return list.every((item) => typeof item === 'number' || isExactNumber(item)) ? plainTypes.number : plainTypes.string;
}

/** What a block returns: field to type. The outputs of a loop are lists in the order of its items. */
export function outputsOfBlock(control: Control): Readonly<Record<string, InputTypeName>> {
  if (control.kind !== 'loop' && control.kind !== 'until') return {};
  const isLoop = control.kind === 'loop';
  const declared = (control.outputs ?? []).map(({ id, type }) => [id, isLoop ? plainTypes.json : type] as const);
  const counts = isLoop ? itemCounts.map((name) => [name, plainTypes.integer] as const) : [];
  return Object.fromEntries([...declared, ...counts]);
}

/** What every loop returns: the numbers of its items. */
export const itemCounts = ['total', 'succeeded', 'failed'] as const;

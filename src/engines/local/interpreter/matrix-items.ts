import type { ItemSource, ListSource } from '../../../language/execution-plan/flow-plan.ts';
import { maxCombinations } from '../../../language/execution-plan/run-limits.ts';
import type { ItemField } from '../../../language/flow/item-fields.ts';
import type { ItemTexts } from './loop-item.ts';

export interface MatrixOptions {
  /** Throws for too many items. */
  readonly requireFew: (count: number) => void;
  /** The texts of the values of an axis. */
  readonly read: (list: ListSource, field: ItemField) => readonly string[];
}

/** The combinations of a matrix, the last axis fastest. */
export function matrixItems(
  { axes, exclude }: Extract<ItemSource, { readonly kind: 'matrix' }>,
  fields: readonly ItemField[],
  { requireFew, read }: MatrixOptions,
): readonly ItemTexts[] {
  const fieldOf = (id: string): ItemField => {
    const field = fields.find((each) => each.field === id);
    if (field === undefined) throw new TypeError(`A matrix has no field ${id}`);
    return field;
  };
  const lists = axes.map(({ field, list }) => ({ name: fieldOf(field).name, texts: read(list, fieldOf(field)) }));
  const count = lists.reduce((product, { texts }) => product * texts.length, 1);
  if (exclude.length === 0 || count > maxCombinations) requireFew(count);
  let items: readonly ItemTexts[] = [new Map()];
  for (const { name, texts } of lists)
    items = items.flatMap((item) => texts.map((text) => new Map([...item, [name, text]])));
  const excluded = exclude.map((each) => [...each].map(([id, text]) => [fieldOf(id).name, text] as const));
  const left = items.filter((item) => !excluded.some((each) => each.every(([name, text]) => item.get(name) === text)));
  requireFew(left.length);
  return left;
}

import type { Expression } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import { importLimits, sizeOf } from './import-budget.ts';
import type { Scope } from './scope.ts';

/** The items of a list literal, or of the variable of one, as texts; undefined if an item is computed, or the list too long. */
export function constantItems(expression: Expression, scope: Scope): readonly string[] | undefined {
  const items = expression.kind === 'name' ? scope.locals.get(expression.name)?.items : listed(expression, scope);
  return items === undefined || isTooLong(items, scope) ? undefined : items;
}

function listed(expression: Expression, scope: Scope): readonly string[] | undefined {
  if (expression.kind !== 'list') return undefined;
  const items = expression.items.map((item) => constantOf(item, scope));
  return items.some((item) => item === undefined || item === null) ? undefined : items.map(String);
}

function isTooLong(items: readonly string[], { budget }: Scope): boolean {
  return budget.takeValue(sizeOf(items, importLimits.value)) !== undefined;
}

import type { Expression } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import type { Scope } from './scope.ts';

/** The items of a list literal, or of the variable of one, as texts; undefined if an item is computed. */
export function constantItems(expression: Expression, scope: Scope): readonly string[] | undefined {
  if (expression.kind === 'name') return scope.locals.get(expression.name)?.items;
  if (expression.kind !== 'list') return undefined;
  const items = expression.items.map((item) => constantOf(item, scope));
  return items.some((item) => item === undefined || item === null) ? undefined : items.map(String);
}

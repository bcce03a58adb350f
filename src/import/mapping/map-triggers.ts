import type { Call } from '../groovy/syntax.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';

/** Adds a trigger for each line of each call in `triggers { }`, and reports each call. */
export function mapTriggers(calls: readonly Call[], scope: Scope, mapping: Mapping): void {
  for (const { start, end, name } of calls)
    mapping.report({ start, end, construct: `trigger ${name}`, outcome: 'by hand', message: `${scope.list}` });
}

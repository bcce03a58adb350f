import type { Call } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/**
 * The condition of a stage, without braces, and a report of each call in `when { }`. Undefined: the stage always runs,
 * since there is no `when`, or nothing but `beforeAgent` in it. `ByHand`: a part of it has no counterpart, so the whole
 * condition is unknown; the reason names that part.
 */
export function mapWhen(when: readonly Call[], scope: Scope, mapping: Mapping): WrittenValue | ByHand | undefined {
  for (const { start, end, name } of when)
    mapping.report({ start, end, construct: `when ${name}`, outcome: 'by hand', message: `in ${scope.list}` });
  return when[0] === undefined ? undefined : { byHand: `when ${when[0].name} has no counterpart` };
}

import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { knownValueOf } from './known-value-of.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** A condition of a flow, without braces: `inputs.deploy and inputs.to == 'prod'`. */
export function conditionOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const found = knownValueOf(expression, scope);
  if ('byHand' in found) return found;
  const { operand, differs } = found.value;
  if (operand === undefined) return { byHand: `no condition can refer to ${found.name}` };
  return { text: operand, differs: differs === undefined ? [] : [differs] };
}

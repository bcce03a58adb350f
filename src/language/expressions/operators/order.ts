import type { JsonValue } from '../../../base/text/json-value.ts';
import { inputTypes, orderedStringTypes } from '../../input-types/input-types.ts';
import { capitalised, quotingAdvice } from './mismatch-sentence.ts';
import type { Operand } from './operand.ts';
import type { InfixOperator } from './operator.ts';

const ordered = orderedStringTypes();

/** A comparison with null is false. Strings are ordered by UTF-16 code units, which sorts ISO dates correctly. */
export const less = orderOperator('<', 'the left operand is smaller or earlier', (left, right) => left < right);
export const lessOrEqual = orderOperator(
  '<=',
  'the left operand is smaller or earlier, or both are equal',
  (left, right) => left <= right,
);
export const greater = orderOperator('>', 'the left operand is larger or later', (left, right) => left > right);
export const greaterOrEqual = orderOperator(
  '>=',
  'the left operand is larger or later, or both are equal',
  (left, right) => left >= right,
);

type Compare = <Value extends string | number>(left: Value, right: Value) => boolean;

function orderOperator(sign: '<' | '<=' | '>' | '>=', meaning: string, compare: Compare): InfixOperator {
  return {
    form: 'infix',
    spellings: [sign],
    precedence: 'comparison',
    right: 'value',
    meaning,
    takes: `two numbers, or two strings of ${ordered.all} (but not ${ordered.apart})`,
    mismatch: (left, right) => orderMismatch(sign, left, right),
    evaluate: (left, right) => isOrdered(left(), right(), compare),
    groovy(left, right) {
      // Groovy sorts null first, so only the smaller side needs a null check.
      const smaller = sign.startsWith('<') ? 'left' : 'right';
      const { isReference } = smaller === 'left' ? left : right;
      return { kind: 'comparison', sign, ...(isReference && { needs: smaller }) };
    },
  };
}

function isOrdered(left: JsonValue, right: JsonValue, compare: Compare): boolean {
  if (typeof left === 'number' && typeof right === 'number') return compare(left, right);
  return typeof left === 'string' && typeof right === 'string' && compare(left, right);
}

function orderMismatch(sign: string, left: Operand, right: Operand): string | undefined {
  const withoutOrder = [left, right].find((operand) => !hasOrder(operand));
  if (withoutOrder !== undefined) {
    return `${capitalised(withoutOrder.description)} cannot be ordered; ${sign} compares numbers, ${ordered.all}.`;
  }
  const orders = new Set([orderOf(left), orderOf(right)].filter((order) => order !== 'any'));
  const isSameKind = left.kind === 'unknown' || right.kind === 'unknown' || left.kind === right.kind;
  if (isSameKind && orders.size <= 1) return undefined;
  return capitalised(`${left.description} cannot be compared with ${right.description}.`) + quotingAdvice(left, right);
}

function hasOrder(operand: Operand): boolean {
  if (operand.kind === 'number' || operand.kind === 'unknown') return true;
  // The strings of a choice, duration or address sort alphabetically, which is never what an author wants to compare.
  return operand.kind === 'string' && orderOf(operand) !== undefined;
}

/** `any` for a literal, and for everything that is not a string. */
function orderOf({ type }: Operand): string | undefined {
  return type === undefined || inputTypes[type].form !== 'string' ? 'any' : inputTypes[type].order;
}

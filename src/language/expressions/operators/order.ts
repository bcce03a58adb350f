import type { JsonValue } from '../../../problem/json-value.ts';
import type { InputTypeName } from '../value-type.ts';
import { capitalised, quotingAdvice } from './mismatch-sentence.ts';
import type { Operand } from './operand.ts';
import type { InfixOperator } from './operator.ts';

/** An order with null is false; strings are ordered by UTF-16 code units, which puts ISO dates in their order. */
export const less = orderOperator('<', 'the left one is smaller, or earlier', (left, right) => left < right);
export const lessOrEqual = orderOperator(
  '<=',
  'the left one is smaller, or both are equal',
  (left, right) => left <= right,
);
export const greater = orderOperator('>', 'the left one is larger, or later', (left, right) => left > right);
export const greaterOrEqual = orderOperator(
  '>=',
  'the left one is larger, or both are equal',
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
    takes: 'two numbers, or two strings of STRING, DATE and DATETIME (but not DATE with DATETIME)',
    mismatch: (left, right) => orderMismatch(sign, left, right),
    evaluate: (left, right) => isOrdered(left(), right(), compare),
    groovy(left, right) {
      // Groovy sorts null first, so that only the smaller side has to be asked whether it has a value.
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
    return `${capitalised(withoutOrder.description)} has no order; ${sign} compares numbers, STRING, DATE and DATETIME.`;
  }
  const types = [left.type, right.type];
  const mixesDates = types.includes('DATE') && types.includes('DATETIME');
  const isSameKind = left.kind === 'unknown' || right.kind === 'unknown' || left.kind === right.kind;
  if (isSameKind && !mixesDates) return undefined;
  return capitalised(`${left.description} has no order with ${right.description}.`) + quotingAdvice(left, right);
}

// The strings of a choice, a duration or an address have an alphabetical order, which no author who compares them means.
const orderedTexts: readonly (InputTypeName | undefined)[] = ['STRING', 'DATE', 'DATETIME'];

function hasOrder(operand: Operand): boolean {
  if (operand.kind === 'number' || operand.kind === 'unknown') return true;
  return operand.kind === 'text' && (!operand.isReference || orderedTexts.includes(operand.type));
}

import { describeOperand, kindOf, type TypeOf, type ValueKind } from './condition-kind.ts';
import type { Condition } from './condition.ts';
import type { ExpressionFinding } from './expression-finding.ts';
import type { InputTypeName } from './value-type.ts';

type Comparison = Extract<Condition, { kind: 'binary' }>;

/**
 * Checks the types of a condition (DESIGN 4); every mismatch is a `type-mismatch`. References that do not resolve are
 * left alone.
 *
 * - `==` and `!=` take two numbers, two texts, two booleans, JSON with one of these, and null with anything.
 * - `< <= > >=` take two numbers or two texts that have an order: STRING, DATE and DATETIME (not DATE with DATETIME).
 * - `in` and `not in` take a value and a list, `matches` a text.
 * - `and`, `or`, `not` and `is empty` take anything.
 */
export function checkCondition(condition: Condition, typeOf: TypeOf): readonly ExpressionFinding[] {
  switch (condition.kind) {
    case 'literal':
    case 'reference':
    case 'list':
      return [];
    case 'not':
    case 'empty':
      return checkCondition(condition.operand, typeOf);
    case 'binary': {
      const inside = [condition.left, condition.right].flatMap((operand) => checkCondition(operand, typeOf));
      const message = mismatch(condition, typeOf);
      return message === undefined ? inside : [{ code: 'type-mismatch', message, range: condition.range }, ...inside];
    }
  }
}

function mismatch(comparison: Comparison, typeOf: TypeOf): string | undefined {
  switch (comparison.operator) {
    case 'and':
    case 'or':
      return undefined;
    case '==':
    case '!=':
      return equalityMismatch(comparison.left, comparison.right, typeOf);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return orderMismatch(comparison, typeOf);
    case 'in':
    case 'not in':
      return membershipMismatch(comparison, typeOf);
    case 'matches': {
      const isText = ['text', 'unknown'].includes(kindOf(comparison.left, typeOf));
      return isText ? undefined : `matches searches in texts, and ${describeOperand(comparison.left, typeOf)} is none.`;
    }
  }
}

function equalityMismatch(left: Condition, right: Condition, typeOf: TypeOf): string | undefined {
  if (areComparable(kindOf(left, typeOf), kindOf(right, typeOf))) return undefined;
  const sentence = `${describeOperand(left, typeOf)} cannot be equal to ${describeOperand(right, typeOf)}.`;
  const isList = [left, right].some((operand) => kindOf(operand, typeOf) === 'list');
  if (isList) return `${capitalised(sentence)} A list takes in, not in, is empty and == null.`;
  return capitalised(sentence) + quotingAdvice(left, right, typeOf) + quotingAdvice(right, left, typeOf);
}

function areComparable(left: ValueKind, right: ValueKind): boolean {
  const kinds = [left, right];
  if (kinds.includes('unknown') || kinds.includes('null')) return true;
  if (kinds.includes('list')) return false;
  if (kinds.includes('json')) return left !== right;
  return left === right;
}

/** The likeliest slip: a literal with quotes where none belong, or without. */
function quotingAdvice(literal: Condition, other: Condition, typeOf: TypeOf): string {
  if (literal.kind !== 'literal') return '';
  const { value } = literal;
  const kind = kindOf(other, typeOf);
  const isNumber = typeof value === 'string' && kind === 'number' && /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  const isBoolean = typeof value === 'string' && kind === 'boolean' && /^(true|false)$/.test(value);
  if (isNumber || isBoolean) return ` Write ${value} without quotes.`;
  const isText = (typeof value === 'number' || typeof value === 'boolean') && kind === 'text';
  return isText ? ` Write "${value}" in quotes.` : '';
}

function orderMismatch(comparison: Comparison, typeOf: TypeOf): string | undefined {
  const operands = [comparison.left, comparison.right];
  const kinds = operands.map((operand) => kindOf(operand, typeOf));
  const withoutOrder = operands.find((operand) => !hasOrder(operand, typeOf));
  if (withoutOrder !== undefined) {
    const has = capitalised(describeOperand(withoutOrder, typeOf));
    return `${has} has no order; ${comparison.operator} compares numbers, STRING, DATE and DATETIME.`;
  }
  const types = operands.map((operand) => (operand.kind === 'reference' ? typeOf(operand.reference) : undefined));
  const mixesDates = types.includes('DATE') && types.includes('DATETIME');
  const isSameKind = kinds.includes('unknown') || kinds[0] === kinds[1];
  if (isSameKind && !mixesDates) return undefined;
  const [left, right] = [comparison.left, comparison.right];
  const sentence = `${describeOperand(left, typeOf)} has no order with ${describeOperand(right, typeOf)}.`;
  return capitalised(sentence) + quotingAdvice(left, right, typeOf) + quotingAdvice(right, left, typeOf);
}

// The texts of a choice, a duration or an address have an alphabetical order, which nobody who compares them means.
const orderedTexts: readonly (InputTypeName | undefined)[] = ['STRING', 'DATE', 'DATETIME'];

function hasOrder(operand: Condition, typeOf: TypeOf): boolean {
  const kind = kindOf(operand, typeOf);
  if (kind === 'number' || kind === 'unknown') return true;
  return kind === 'text' && (operand.kind !== 'reference' || orderedTexts.includes(typeOf(operand.reference)));
}

function membershipMismatch({ operator, left, right }: Comparison, typeOf: TypeOf): string | undefined {
  const list = kindOf(right, typeOf);
  if (list !== 'list' && list !== 'unknown') {
    return `Behind ${operator} a list or a MULTISELECT is expected, not ${describeOperand(right, typeOf)}. A part of a text is found by matches.`;
  }
  const leftKind = kindOf(left, typeOf);
  if (leftKind === 'list') return `${capitalised(describeOperand(left, typeOf))} cannot be an entry of a list.`;
  if (right.kind === 'list') {
    return right.items.map((item) => equalityMismatch(left, item, typeOf)).find((message) => message !== undefined);
  }
  const canBeEntry = list === 'unknown' || areComparable(leftKind, 'text');
  return canBeEntry ? undefined : `${capitalised(describeOperand(left, typeOf))} cannot be an entry of ${describeOperand(right, typeOf)}, which holds texts.`;
}

function capitalised(sentence: string): string {
  return /^(the|a) /.test(sentence) ? sentence[0]!.toUpperCase() + sentence.slice(1) : sentence;
}

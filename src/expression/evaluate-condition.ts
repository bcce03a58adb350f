import type { JsonValue } from '../problem/json-value.ts';
import type { BinaryOperator, Condition } from './condition.ts';
import { isFound } from './portable-pattern.ts';
import type { Reference } from './reference.ts';

/** The value of a reference: of the JSON type that its declared type takes, null or undefined where it has none. */
export type ValueOf = (reference: Reference) => JsonValue | undefined;

/**
 * Whether a condition holds (DESIGN 4). Agrees with the Groovy of `emitCondition` on all well-typed conditions.
 *
 * Values are equal when they have the same type and are the same; null equals null alone. An order with null is false,
 * texts are ordered by UTF-16 code units, which puts ISO dates in their order. A value counts as true unless it is
 * false, 0, null or empty; `is empty` holds for null, empty texts, lists and objects. `matches` is a search.
 */
export function evaluateCondition(condition: Condition, valueOf: ValueOf): boolean {
  return isTrue(evaluate(condition, valueOf));
}

function evaluate(condition: Condition, valueOf: ValueOf): JsonValue {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'reference':
      return valueOf(condition.reference) ?? null;
    case 'list':
      return condition.items.map((item) => evaluate(item, valueOf));
    case 'not':
      return !evaluateCondition(condition.operand, valueOf);
    case 'empty':
      return isEmpty(evaluate(condition.operand, valueOf)) !== condition.negated;
    case 'binary':
      return evaluateBinary(condition, valueOf);
  }
}

function evaluateBinary(condition: Extract<Condition, { kind: 'binary' }>, valueOf: ValueOf): boolean {
  const { operator } = condition;
  if (operator === 'and') return evaluateCondition(condition.left, valueOf) && evaluateCondition(condition.right, valueOf);
  if (operator === 'or') return evaluateCondition(condition.left, valueOf) || evaluateCondition(condition.right, valueOf);
  return compare(operator, evaluate(condition.left, valueOf), evaluate(condition.right, valueOf));
}

function compare(operator: Exclude<BinaryOperator, 'and' | 'or'>, left: JsonValue, right: JsonValue): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
    case 'matches':
      return typeof left === 'string' && typeof right === 'string' && isFound(right, left);
    default:
      return isOrdered(operator, left, right);
  }
}

function contains(list: JsonValue, value: JsonValue): boolean {
  return Array.isArray(list) && list.some((item) => item === value);
}

function isOrdered(operator: '<' | '<=' | '>' | '>=', left: JsonValue, right: JsonValue): boolean {
  const areNumbers = typeof left === 'number' && typeof right === 'number';
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (!areNumbers && !areTexts) return false;
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

function isTrue(value: JsonValue): boolean {
  return typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : !isEmpty(value);
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

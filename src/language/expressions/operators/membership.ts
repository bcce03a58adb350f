import type { JsonValue } from '../../../base/text/json-value.ts';
import { plainTypes } from '../../input-types/input-types.ts';
import { areComparable, equalityMismatch } from './equality.ts';
import type { CallForm, ComparisonForm } from './groovy-form.ts';
import { matches } from './matching.ts';
import { capitalised } from './mismatch-sentence.ts';
import type { Operand } from './operand.ts';
import { operatorName, type InfixOperator } from './operator.ts';

const common = {
  form: 'infix',
  precedence: 'comparison',
  right: 'value',
  takes: `a value, and a list of values of its type or a ${plainTypes.list}`,
} as const;

export const isIn: InfixOperator = {
  ...common,
  spellings: ['in'],
  foreignSigns: {
    contains: 'Write the value first: "value" in inputs.<id>. To search in a string, write matches.',
  },
  meaning: 'the list contains the value',
  mismatch: (left, right) => membershipMismatch(isIn, left, right),
  evaluate: (left, right) => contains(right(), left()),
  groovy: membership,
};

export const isNotIn: InfixOperator = {
  ...common,
  spellings: ['not in'],
  meaning: 'the list does not contain the value',
  advice: 'Write not before a comparison.',
  mismatch: (left, right) => membershipMismatch(isNotIn, left, right),
  evaluate: (left, right) => !contains(right(), left()),
  groovy: (left, right) => ({ kind: 'negated', form: membership(left, right) }),
};

/** Groovy's `in` does not treat a Long and an Integer as equal, and fails without a list. */
function membership(left: Operand, right: Operand): ComparisonForm | CallForm {
  return left.kind === 'string' && right.items !== undefined
    ? { kind: 'comparison', sign: 'in' }
    : { kind: 'call', name: 'isIn' };
}

function contains(list: JsonValue, value: JsonValue): boolean {
  return Array.isArray(list) && list.some((item) => item === value);
}

function membershipMismatch(operator: InfixOperator, left: Operand, right: Operand): string | undefined {
  if (right.kind !== 'list' && right.kind !== 'unknown') {
    return `${operatorName(operator)} needs a list or a ${plainTypes.list} on its right; found ${right.description}. To search in a string, use ${operatorName(matches)}.`;
  }
  if (left.kind === 'list') return `${capitalised(left.description)} cannot be an item of a list.`;
  const { items } = right;
  if (items !== undefined)
    return items.map((item) => equalityMismatch(left, item)).find((message) => message !== undefined);
  const canBeItem = right.kind === 'unknown' || areComparable(left, { kind: 'string' });
  return canBeItem
    ? undefined
    : `${capitalised(left.description)} cannot be an item of ${right.description}, whose items are strings.`;
}

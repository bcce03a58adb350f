import type { JsonValue } from '../../../problem/json-value.ts';
import { areComparable, equalityMismatch } from './equality.ts';
import type { ComparisonForm, CallForm } from './groovy-form.ts';
import { capitalised } from './mismatch-sentence.ts';
import type { Operand } from './operand.ts';
import type { InfixOperator } from './operator.ts';

const common = {
  form: 'infix',
  precedence: 'comparison',
  right: 'value',
  takes: 'a value, and a list of what it can be equal to, or a MULTISELECT',
} as const;

export const isIn: InfixOperator = {
  ...common,
  spellings: ['in'],
  meaning: 'the list holds the value',
  mismatch: (left, right) => membershipMismatch('in', left, right),
  evaluate: (left, right) => contains(right(), left()),
  groovy: membership,
};

export const isNotIn: InfixOperator = {
  ...common,
  spellings: ['not in'],
  meaning: 'the list does not hold it',
  advice: 'not stands before a comparison.',
  mismatch: (left, right) => membershipMismatch('not in', left, right),
  evaluate: (left, right) => !contains(right(), left()),
  groovy: (left, right) => ({ kind: 'negated', form: membership(left, right) }),
};

/** Groovy's `in` compares a Long and an Integer as unequal and fails without a list. */
function membership(left: Operand, right: Operand): ComparisonForm | CallForm {
  return left.kind === 'text' && right.items !== undefined
    ? { kind: 'comparison', sign: 'in' }
    : { kind: 'call', name: 'isIn' };
}

function contains(list: JsonValue, value: JsonValue): boolean {
  return Array.isArray(list) && list.some((item) => item === value);
}

function membershipMismatch(name: string, left: Operand, right: Operand): string | undefined {
  if (right.kind !== 'list' && right.kind !== 'unknown') {
    return `Behind ${name} a list or a MULTISELECT is expected, not ${right.description}. A part of a text is found by matches.`;
  }
  if (left.kind === 'list') return `${capitalised(left.description)} cannot be an entry of a list.`;
  const { items } = right;
  if (items !== undefined)
    return items.map((item) => equalityMismatch(left, item)).find((message) => message !== undefined);
  const canBeEntry = right.kind === 'unknown' || areComparable(left, { kind: 'text' });
  return canBeEntry
    ? undefined
    : `${capitalised(left.description)} cannot be an entry of ${right.description}, which holds texts.`;
}

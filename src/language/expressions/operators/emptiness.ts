import type { UnaryOperator } from './operator.ts';
import { isEmpty as isEmptyValue } from './truth.ts';

const common = {
  form: 'postfix',
  precedence: 'comparison',
  takes: 'anything',
  advice: 'Whether there is a value at all is asked by == null.',
  mismatch: () => undefined,
} as const;

export const isEmpty: UnaryOperator = {
  ...common,
  spellings: ['is empty'],
  meaning: 'there is no value, or it is an empty string, list or object',
  evaluate: (operand) => isEmptyValue(operand()),
  groovy: () => ({ kind: 'call', name: 'isEmpty' }),
};

export const isNotEmpty: UnaryOperator = {
  ...common,
  spellings: ['is not empty'],
  meaning: 'it holds something',
  evaluate: (operand) => !isEmptyValue(operand()),
  groovy: () => ({ kind: 'negated', form: { kind: 'call', name: 'isEmpty' } }),
};

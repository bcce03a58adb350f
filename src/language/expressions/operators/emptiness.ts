import type { UnaryOperator } from './operator.ts';
import { isEmpty as isEmptyValue } from './truth.ts';

const common = {
  form: 'postfix',
  precedence: 'comparison',
  takes: 'anything',
  mismatch: () => undefined,
} as const;

export const isEmpty: UnaryOperator = {
  ...common,
  spellings: ['is empty'],
  advice: 'To check for a missing value, write == null.',
  meaning: 'the operand has no value, or is an empty string, list or object',
  evaluate: (operand) => isEmptyValue(operand()),
  groovy: () => ({ kind: 'call', name: 'isEmpty' }),
};

export const isNotEmpty: UnaryOperator = {
  ...common,
  spellings: ['is not empty'],
  advice: 'To check for a value, write != null.',
  meaning: 'the operand has a value that is not empty',
  evaluate: (operand) => !isEmptyValue(operand()),
  groovy: () => ({ kind: 'negated', form: { kind: 'call', name: 'isEmpty' } }),
};

import type { InfixOperator, UnaryOperator } from './operator.ts';
import { isTrue } from './truth.ts';

const fitsAll = (): undefined => undefined;

export const or: InfixOperator = {
  form: 'infix',
  spellings: ['or', '||'],
  precedence: 'disjunction',
  right: 'value',
  meaning: 'at least one operand is true',
  takes: 'anything',
  mismatch: fitsAll,
  evaluate: (left, right) => isTrue(left()) || isTrue(right()),
  groovy: () => ({ kind: 'logic', sign: '||' }),
};

export const and: InfixOperator = {
  form: 'infix',
  spellings: ['and', '&&'],
  foreignSigns: { '&': 'Write and.' },
  precedence: 'conjunction',
  right: 'value',
  meaning: 'both operands are true',
  takes: 'anything',
  mismatch: fitsAll,
  evaluate: (left, right) => isTrue(left()) && isTrue(right()),
  groovy: () => ({ kind: 'logic', sign: '&&' }),
};

export const not: UnaryOperator = {
  form: 'prefix',
  spellings: ['not', '!'],
  precedence: 'negation',
  meaning: 'the operand is not true',
  takes: 'anything',
  mismatch: fitsAll,
  evaluate: (operand) => !isTrue(operand()),
  groovy: () => ({ kind: 'negated', form: { kind: 'operand' } }),
};

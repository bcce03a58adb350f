import { capitalised, quotingAdvice } from './mismatch-sentence.ts';
import type { Operand } from './operand.ts';
import type { InfixOperator } from './operator.ts';

const common = {
  form: 'infix',
  precedence: 'comparison',
  right: 'value',
  takes: 'two numbers, two strings, two booleans; a JSON value and one of these; `null` and anything',
  mismatch: equalityMismatch,
} as const;

/** Values are equal when they have the same type and are the same; null equals null alone. */
export const equal: InfixOperator = {
  ...common,
  spellings: ['=='],
  foreignSigns: { '===': 'Write == to compare.', '=': 'Write == to compare.' },
  meaning: 'both are the same value; `== null` asks for "no value"',
  evaluate: (left, right) => left() === right(),
  groovy: (left, right) =>
    isCertain(left, right) ? { kind: 'comparison', sign: '==' } : { kind: 'call', name: 'isEqual' },
};

export const unequal: InfixOperator = {
  ...common,
  spellings: ['!='],
  foreignSigns: { '!==': 'Write != to compare.' },
  meaning: 'they are not equal',
  evaluate: (left, right) => left() !== right(),
  groovy: (left, right) =>
    isCertain(left, right)
      ? { kind: 'comparison', sign: '!=' }
      : { kind: 'negated', form: { kind: 'call', name: 'isEqual' } },
};

/** Groovy takes a number and the text of one digit for equal, which only the type of JSON leaves open. */
function isCertain({ kind: left }: Operand, { kind: right }: Operand): boolean {
  const kinds = [left, right];
  return kinds.includes('null') || !(kinds.includes('json') || kinds.includes('unknown'));
}

export function equalityMismatch(left: Operand, right: Operand): string | undefined {
  if (areComparable(left, right)) return undefined;
  const sentence = `${left.description} cannot be equal to ${right.description}.`;
  if (left.kind === 'list' || right.kind === 'list')
    return `${capitalised(sentence)} A list takes in, not in, is empty and == null.`;
  return capitalised(sentence) + quotingAdvice(left, right);
}

export function areComparable({ kind: left }: Pick<Operand, 'kind'>, { kind: right }: Pick<Operand, 'kind'>): boolean {
  const kinds = [left, right];
  if (kinds.includes('unknown') || kinds.includes('null')) return true;
  if (kinds.includes('list')) return false;
  if (kinds.includes('json')) return left !== right;
  return left === right;
}

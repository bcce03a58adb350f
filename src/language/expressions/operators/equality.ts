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

/** Values are equal if their type and value are the same; null equals only null. */
export const equal: InfixOperator = {
  ...common,
  spellings: ['=='],
  foreignSigns: { '===': 'Write == to compare.', '=': 'Write == to compare.', equals: 'Write == to compare.' },
  meaning: 'both operands are equal; `== null` is true if there is no value',
  evaluate: (left, right) => left() === right(),
  groovy: (left, right) =>
    isCertain(left, right) ? { kind: 'comparison', sign: '==' } : { kind: 'call', name: 'isEqual' },
};

export const unequal: InfixOperator = {
  ...common,
  spellings: ['!='],
  foreignSigns: { '!==': 'Write != to compare.' },
  meaning: 'the operands are not equal',
  evaluate: (left, right) => left() !== right(),
  groovy: (left, right) =>
    isCertain(left, right)
      ? { kind: 'comparison', sign: '!=' }
      : { kind: 'negated', form: { kind: 'call', name: 'isEqual' } },
};

/** Groovy treats a number and a one-character string as equal; only a JSON value leaves the type open. */
function isCertain({ kind: left }: Operand, { kind: right }: Operand): boolean {
  const kinds = [left, right];
  return kinds.includes('null') || !(kinds.includes('json') || kinds.includes('unknown'));
}

export function equalityMismatch(left: Operand, right: Operand): string | undefined {
  if (areComparable(left, right)) return undefined;
  const sentence = `${left.description} cannot be compared with ${right.description}.`;
  if (left.kind === 'list' || right.kind === 'list')
    return `${capitalised(sentence)} For lists, use in, not in, is empty or == null.`;
  return capitalised(sentence) + quotingAdvice(left, right);
}

export function areComparable({ kind: left }: Pick<Operand, 'kind'>, { kind: right }: Pick<Operand, 'kind'>): boolean {
  const kinds = [left, right];
  if (kinds.includes('unknown') || kinds.includes('null')) return true;
  if (kinds.includes('list')) return false;
  if (kinds.includes('json')) return left !== right;
  return left === right;
}

import type { InfixOperator } from './operator.ts';

export const matches: InfixOperator = {
  form: 'infix',
  spellings: ['matches'],
  foreignSigns: { '=~': 'Write matches.' },
  precedence: 'comparison',
  right: 'pattern',
  meaning: 'the [pattern](#patterns) matches a part of the string',
  takes: 'a string, and a pattern in quotes',
  mismatch: (left) =>
    left.kind === 'string' || left.kind === 'unknown'
      ? undefined
      : `matches needs a string on its left; found ${left.description}.`,
  evaluate(left, right, search) {
    const [text, pattern] = [left(), right()];
    return typeof text === 'string' && typeof pattern === 'string' && search(pattern, text);
  },
  groovy: () => ({ kind: 'call', name: 'matches' }),
};

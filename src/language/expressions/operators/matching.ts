import type { InfixOperator } from './operator.ts';

export const matches: InfixOperator = {
  form: 'infix',
  spellings: ['matches'],
  foreignSigns: { '=~': 'Write matches.' },
  precedence: 'comparison',
  right: 'pattern',
  meaning: 'the [pattern](#patterns) behind it is found in the string',
  takes: 'a string, and a pattern in quotes',
  mismatch: (left) =>
    left.kind === 'text' || left.kind === 'unknown'
      ? undefined
      : `matches searches in texts, and ${left.description} is none.`,
  evaluate(left, right, search) {
    const [text, pattern] = [left(), right()];
    return typeof text === 'string' && typeof pattern === 'string' && search(pattern, text);
  },
  groovy: () => ({ kind: 'call', name: 'matches' }),
};

import { expect, it } from 'vitest';
import { maskApiTokens } from '../../../src/base/masking/mask-api-tokens.ts';
import { formatToken, newTokenText } from '../../../src/store/tokens/token-text.ts';

it('masks the secret of every token, also of one that was cut off, and keeps the id', () => {
  const [one, two] = [newTokenText(), newTokenText()];
  const [first, second] = [formatToken(one), formatToken(two)];
  const text = `a ${first}, "${second}" and ${first.slice(0, 40)}`;
  expect(maskApiTokens(text)).toBe(`a fgt_${one.id}_****, "fgt_${two.id}_****" and fgt_${one.id}_****`);
  expect(maskApiTokens('fgt_short and nothing else')).toBe('fgt_short and nothing else');
});

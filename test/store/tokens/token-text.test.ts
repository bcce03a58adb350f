import { expect, it } from 'vitest';
import {
  formatToken,
  hashOfSecret,
  isSecretOf,
  newTokenText,
  parseToken,
} from '../../../src/store/tokens/token-text.ts';

it('has a form that tools which search for secrets can match', () => {
  const texts = Array.from({ length: 200 }, newTokenText);
  for (const text of texts) {
    expect(formatToken(text)).toMatch(/^fgt_[0-9a-z]{12}_[0-9A-Za-z]{49}$/);
    expect(parseToken(formatToken(text))).toEqual(text);
  }
  expect(new Set(texts.map(({ secret }) => secret)).size).toBe(200);
  // All digits are in use.
  expect(new Set(texts.flatMap(({ secret }) => [...secret])).size).toBe(62);
});

it('is rejected with any typo', () => {
  const text = formatToken(newTokenText());
  const cuts = [text.slice(0, -1), `${text}0`, ` ${text}`, text.slice(1), text.toUpperCase(), ''];
  const typos = [...text].map(
    (digit, index) => text.slice(0, index) + (digit === 'a' ? 'b' : 'a') + text.slice(index + 1),
  );
  const swaps = [...text].flatMap((digit, index) => {
    const next = text[index + 1] ?? digit;
    return digit === next ? [] : [text.slice(0, index) + next + digit + text.slice(index + 2)];
  });
  expect([...cuts, ...typos, ...swaps].filter((wrong) => parseToken(wrong) !== undefined)).toEqual([]);
});

it('is compared with the hash of its secret', () => {
  const { secret } = newTokenText();
  expect(isSecretOf(hashOfSecret(secret), secret)).toBe(true);
  expect(isSecretOf(hashOfSecret(secret), newTokenText().secret)).toBe(false);
  expect(isSecretOf('', secret)).toBe(false);
});

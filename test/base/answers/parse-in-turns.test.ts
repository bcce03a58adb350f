import { describe, expect, it } from 'vitest';
import { parseInTurns, TextTooLong } from '../../../src/base/answers/parse-in-turns.ts';

const valid = [
  '[]',
  ' [ ] ',
  '{}',
  '"a, [b] {c}"',
  '-12.5e3',
  '[1, 2, [3, [4, 5, {"a": "]"}]], "x,y"]',
  '{"a": {"b": [1, 2, 3, "}"]}, "c\\"d": null, "__proto__": {"e": 1}, "": true}',
  `[${Array.from({ length: 50 }, (_, index) => `{"id": ${index}, "why": "in \\"queue\\" ${index}"}`).join(' , ')}]`,
  '{"long": "0123456789012345678901234567890123456789", "more": [["0123456789012345678901234567890123456789"]]}',
  '{"a": 1, "a": 2, "b": {"a": 1, "a": {"x": "0123456789012345678901234567890123456789"}}}',
];
const invalid = [
  '',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '{"a" 1}',
  '{"a": 1,}',
  '{a: 1}',
  '[1, 2}',
  '[1, 2]]',
  '[1, 2',
  '[1] [2]',
  '{"a": [1, 2, 3}, "b": 1]',
  '{"a\\": [1, 2, 3]}',
  '[{"a": "0123456789"}, {"a": "0123456789" "b"}]',
  '{x "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": [1]}',
  '[1, 2],',
];

describe.each([1, 2, 7, 20, 1000])('in pieces of %i', (atOnce) => {
  it.each(valid)('parses %s as JSON.parse does', async (text) => {
    const parsed = await parseInTurns(text, { atOnce, textLength: 1000, parse: JSON.parse });
    expect(parsed).toEqual(JSON.parse(text));
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each(invalid)('rejects %s as JSON.parse does', async (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    await expect(parseInTurns(text, { atOnce, textLength: 1000, parse: JSON.parse })).rejects.toThrow(SyntaxError);
  });
});

it('gives other work its turn', async () => {
  let turns = 0;
  const timer = setInterval(() => void (turns += 1), 0);
  await parseInTurns(JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id }))), {
    atOnce: 10_000,
    parse: JSON.parse,
    textLength: 1000,
  });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

it('parses no longer string than its limit', async () => {
  const parse = (text: string) => parseInTurns(text, { atOnce: 10, textLength: 20, parse: JSON.parse });
  expect(await parse(`["${'x'.repeat(18)}"]`)).toEqual(['x'.repeat(18)]);
  await expect(parse(`{"a": ["${'x'.repeat(19)}"]}`)).rejects.toThrow(TextTooLong);
});

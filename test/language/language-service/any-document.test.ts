import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../hard/support/seeded-random.ts';
import { isNightly } from '../../support/nightly.ts';
import { service } from './marked-flow.ts';

const golden = join(import.meta.dirname, '../../golden/flows');
const flows = readdirSync(golden).map((name) => ({
  name,
  text: readFileSync(join(golden, name, name === 'json-body' ? 'flow.json' : 'flow.yaml'), 'utf8'),
}));
// Some flows are longer than any that a person writes; 2000 offsets of these are enough.
const max = isNightly ? 2000 : 100;
const step = (text: string) => Math.max(1, Math.floor(text.length / max));

/** Asks everything at an offset; returns the ranges of answers that are outside the document or not around the cursor. */
function misplacedAt(text: string, offset: number): readonly unknown[] {
  service.definition(text, offset);
  const hover = service.hover(text, offset);
  const answers = [...service.complete(text, offset), ...(hover === undefined ? [] : [hover])];
  return answers.filter(
    ({ range: { start, end } }) => start < 0 || start > offset || offset > end || end > text.length,
  );
}

test.each(flows)('every offset of $name has an answer', ({ text }) => {
  const misplaced: unknown[] = [];
  for (let offset = 0; offset <= text.length; offset += step(text)) {
    const found = service.complete(text, offset).map(({ range }) => range);
    misplaced.push(...found.filter(({ start, end }) => start > offset || offset > end || end > text.length));
    if (Math.floor(offset / step(text)) % 10 === 0) misplaced.push(...misplacedAt(text, offset));
  }
  expect(misplaced).toEqual([]);
});

const rubbish = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '{{',
  '}}',
  '\n',
  '\t',
  '- ',
  ': ',
  '|',
  '>',
  '#',
  '&a',
  '*a',
  '\u{E000}',
  '😀',
  '\r',
  '  ',
  '? ',
  '---\n',
  '\\',
];

test.each(Array.from({ length: isNightly ? 300 : 100 }, (_, seed) => seed))(
  'garbled document %i has answers',
  (seed) => {
    const { below } = seededRandom(seed);
    const chosen = flows[below(flows.length)]!.text.slice(0, 4000);
    let text = chosen.slice(0, below(chosen.length + 1));
    for (let change = below(8); change > 0; change--) {
      const at = below(text.length + 1);
      text = text.slice(0, at) + rubbish[below(rubbish.length)]! + text.slice(at + below(4));
    }
    const offsets = [text.length, ...Array.from({ length: 12 }, () => below(text.length + 1))];
    expect(offsets.flatMap((offset) => misplacedAt(text, offset))).toEqual([]);
    service.references(text, offsets[1]!);
    service.rename(text, offsets[1]!, 'other');
    service.symbols(text);
  },
);

test.each([
  ['many brackets', '['.repeat(20_000)],
  ['many braces', '{'.repeat(20_000)],
  ['many dashes', '- '.repeat(5000)],
  ['a long word', 'a'.repeat(100_000)],
  ['many quotes', `"'`.repeat(2000)],
  ['many keys', 'a:\n'.repeat(5000)],
])('%s', (_, text) => {
  expect([text.length, Math.floor(text.length / 2)].flatMap((offset) => misplacedAt(text, offset))).toEqual([]);
});

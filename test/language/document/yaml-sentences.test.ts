import { expect, it } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../src/language/document/parse-flow-document.ts';

/** The problems of a text: where each starts, and its message. */
function problemsOf(text: string): readonly (readonly [string, string])[] {
  const { problems } = parseFlowDocument({ text, format: 'yaml' }, defaultFlowLimits);
  return problems.map(({ problem, source }) => [text.slice(source.start).split('\n', 1)[0] ?? '', problem.message]);
}

const quotes = 'put the whole string in quotes';
const later = 'later: "a" b\nlast: }\n';

it.each<[string, string, RegExp | string]>([
  [
    'c: [echo "Hi {{ inputs.x }}, you"]',
    '{{ inputs.x }}, you"]',
    /comma is missing.*list in brackets.*each item on a line/,
  ],
  ['c: [echo {{ inputs.x }}]', '{{ inputs.x }}]', /comma is missing.*list in brackets/],
  ["c: ['a' && b]", '&& b]', /comma is missing.*list in brackets/],
  ['c: {a: "b" c: d}', '"b" c: d}', /comma is missing here/],
  ['c: [echo "x" # y]', 'later: "a" b', /list in brackets above is not closed.*" #"/],
  ['c: {a: 1', 'later: "a" b', /map in braces above is not closed/],
  ['c: [1,,2]', ',2]', 'An item is missing before this comma.'],
  ['c: [1]]', ']', `This "]" closes nothing. If it is part of a string, ${quotes}.`],
  ['- echo "Name: {{ x }}"', '"', /map because of the ": "/],
  ['c: {{ inputs.x }} more', 'more', 'A string that starts with {{ needs quotes: "{{ ... }}".'],
  ['c: echo a: b', 'echo a: b', `YAML reads this as a map because of the ": ". If it is a string, ${quotes}.`],
  ['c: 1\n   d: 2', '1', /next line is indented further/],
  ['t:\n  - id: a\n   type: b', 'type: b', /inside a list, but is not an item/],
  ['t:\n- id: a\n  - id: b', '- id: b', /item has the wrong indentation/],
  ['c:\n\td: 1', '\td: 1', 'A tab cannot be used to indent. Indent with spaces.'],
  ['c: @daily', '@daily', 'A string that starts with "@" needs quotes.'],
  ['c: "C:\\dir"', '\\dir"', /^\\d has no meaning inside double quotes/],
  ['cron: * * * * *', '* * * * *', /starts with "\*" needs quotes/],
  ['cron: */5 * * * *', '* * * *', /starts with "\*" needs quotes/],
  ['c: "hello" world', 'world', /value that has already ended/],
  ['namespace', 'namespace', /neither a key with ":"/],
  ['c: - a', '- a', /cannot start on the line of its key/],
  ['c: |x\n  a', 'x', /begins on the next line/],
  ['c: "x"#y', '#y', /comment needs a space/],
  ['c: & b', '& b', /starts with "&" needs quotes/],
  ['c: &x &y 1', '&y 1', /one anchor/],
  ['c: !a !b 1', '!b 1', /one tag/],
])('%s', (line, where, message) => {
  const found = problemsOf(`${line}\n${later}`);
  expect(found[0]).toEqual([where, expect.stringMatching(message)]);
  for (const [, text] of found)
    expect(text).not.toMatch(/\b(flow|sequence|mapping|scalar|collection|implicit|token|indicator)s?\b/i);
});

it('names the quote that opens the string without an end', () => {
  expect(problemsOf('a: 1\nb: "hello\nc: 2\n')).toEqual([['"hello', 'The string that starts here has no closing ".']]);
  expect(problemsOf("a: ['it's']\n")[0]?.[0]).toBe("s']");
});

it('reports no problem that another one caused', () => {
  const lines = Array.from(
    { length: 20 },
    (_, index) => `  - id: t${index}\n    commands: [echo "a {{ x }}", 'it's']\n`,
  );
  expect(problemsOf(`tasks:\n${lines.join('')}`)).toHaveLength(1);
  expect(problemsOf('a: @x\nb: `y`\nc: "d" e\nf: "g" h\n')).toHaveLength(3);
});

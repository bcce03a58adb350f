import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import type { OutlineNode } from '../../../src/language/language-service/outline.ts';
import { readOutline } from '../../../src/language/language-service/read-outline.ts';

const golden = join(import.meta.dirname, '../../golden/flows');
const flows = readdirSync(golden).flatMap((name) => {
  const text = readFileSync(join(golden, name, name === 'json-body' ? 'flow.json' : 'flow.yaml'), 'utf8');
  return parseDocument(text).errors.length === 0 ? [{ name, text }] : [];
});

/** The keys and the shape of a document; scalars are left out. */
function shapeOf(node: OutlineNode | undefined): unknown {
  if (node?.kind === 'map') return Object.fromEntries(node.pairs.map(({ key, value }) => [key, shapeOf(value)]));
  return node?.kind === 'list' ? node.items.map(({ value }) => shapeOf(value)) : null;
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOfValue);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOfValue(each)]));
}

// References without quotes are kept as text, where YAML reads a map as a key; brackets have a max depth.
const readOtherwise = ['yaml-beyond-json', 'reference-without-quotes', 'too-deep'];

test.each(flows.filter(({ name }) => !readOtherwise.includes(name)))(
  'reads $name as a parser of YAML does',
  ({ text }) => {
    expect(shapeOf(readOutline(text))).toEqual(shapeOfValue(parseDocument(text).toJS()));
  },
);

test('ranges are those of keys and scalars in the source', () => {
  const text = `"a b": 'it''s'\nc: # none\n  - |2-\n    text\n\n  - plain # comment\nd: {e: "f\\"", 'g': h}\n`;
  const found: string[] = [];
  const visit = (node: OutlineNode | undefined): void => {
    const slice = ({ start, end }: { start: number; end: number }) => found.push(text.slice(start, end));
    if (node?.kind === 'scalar') slice(node.range);
    if (node?.kind === 'list') for (const { value } of node.items) visit(value);
    if (node?.kind !== 'map') return;
    for (const { keyRange, value } of node.pairs) {
      slice(keyRange);
      visit(value);
    }
  };
  visit(readOutline(text));
  expect(found).toEqual(['a b', "it''s", 'c', '    text', 'plain', 'd', 'e', 'f\\"', 'g', 'h']);
});

import { expect, it } from 'vitest';
import { mergeTexts } from '../../web/src/pages/flow/source/merge-texts.ts';

const base = 'a\nb\nc\nd\ne\n';

it.each([
  ['nothing', base, base, base],
  ['only mine', 'a\nB\nc\nd\ne\n', base, 'a\nB\nc\nd\ne\n'],
  ['only theirs', base, 'a\nb\nc\nd\nE\n', 'a\nb\nc\nd\nE\n'],
  ['different lines', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\ne\nf\n', 'A\nb\nc\nd\ne\nf\n'],
  ['removed and added lines', 'b\nc\nd\ne\n', 'a\nb\nc\nx\ny\nd\ne\n', 'b\nc\nx\ny\nd\ne\n'],
  ['the same in both', 'a\nB\nc\nd\ne\n', 'a\nB\nc\nd\nE\n', 'a\nB\nc\nd\nE\n'],
  ['everything in mine', 'x\n', base, 'x\n'],
])('merges when %s changed', (_, mine, theirs, merged) => {
  expect(mergeTexts({ base, mine, theirs })).toBe(merged);
  expect(mergeTexts({ base, mine: theirs, theirs: mine })).toBe(merged);
});

it.each([
  ['the same line', 'a\nB1\nc\nd\ne\n', 'a\nB2\nc\nd\ne\n'],
  ['lines next to each other', 'a\nB\nc\nd\ne\n', 'a\nb\nC\nd\ne\n'],
  ['lines added at one place', 'a\nx\nb\nc\nd\ne\n', 'a\ny\nb\nc\nd\ne\n'],
  ['a line in one, all around it in the other', 'a\nb\nC\nd\ne\n', 'a\nx\ne\n'],
  ['everything', 'x\n', 'y\n'],
])('does not merge when both changed %s', (_, mine, theirs) => {
  expect(mergeTexts({ base, mine, theirs })).toBeUndefined();
  expect(mergeTexts({ base, mine: theirs, theirs: mine })).toBeUndefined();
});

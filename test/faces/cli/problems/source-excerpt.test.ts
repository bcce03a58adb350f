import { expect, test } from 'vitest';
import { sourceExcerpt } from '../../../../src/faces/cli/problems/source-excerpt.ts';

/** The excerpt of the part between « and »; the text starts at line 1. */
function excerptOf(marked: string, columns = 80): string {
  const offsets = [marked.indexOf('«'), marked.indexOf('»') - 1];
  const text = marked.replace('«', '').replace('»', '');
  const [line = 1, column = 1, endLine = 1, endColumn = 1] = offsets.flatMap((offset) => {
    const before = text.slice(0, offset).split('\n');
    return [before.length, (before.at(-1) ?? '').length + 1];
  });
  return `\n${sourceExcerpt(text.split('\n'), { line, column, endLine, endColumn }, columns).join('\n')}`;
}

test('marks exactly the range', () => {
  expect(excerptOf('id: a\ntasks:\n  - «comands»: x')).toBe(`
  3 |   - comands: x
    |     ^^^^^^^`);
});

test('an empty range is one mark, also at the end of a line', () => {
  expect(excerptOf('id«»: a')).toBe(`
  1 | id: a
    |   ^`);
  expect(excerptOf('id: a«»')).toBe(`
  1 | id: a
    |      ^`);
});

test('tabs are as wide as they are shown', () => {
  expect(excerptOf('\ta\t«bc»')).toBe(`
  1 |     a   bc
    |         ^^`);
});

test('characters that are two columns wide, combined or outside the first plane keep the marks in place', () => {
  expect(excerptOf('漢字: «名前» # x')).toBe(`
  1 | 漢字: 名前 # x
    |       ^^^^`);
  expect(excerptOf('e\u0301👩‍🚀𝒳: «a»')).toBe(`
  1 | e\u0301👩‍🚀𝒳: a
    |       ^`);
});

test('control characters and changes of direction are shown, not sent', () => {
  expect(excerptOf('a\u001b[2J\u202e«b»\r')).toBe(`
  1 | a\\u001b[2J\\u202eb
    |                 ^`);
});

test('a range over several lines shows its first and its last line', () => {
  expect(excerptOf('- «a: 1\n  b: 2»\nc')).toBe(`
  1 | - a: 1
    |   ^^^^
  2 |   b: 2
    |   ^^^^`);
  expect(excerptOf('- «a: 1\n  b: 2\n  c: 3»')).toBe(`
  1 | - a: 1
    |   ^^^^
    | ...
  3 |   c: 3
    |   ^^^^`);
});

test('a range that ends before the first character of a line ends with the line before', () => {
  expect(excerptOf('- «a: 1\n\n  »- b')).toBe(`
  1 | - a: 1
    |   ^^^^`);
});

test('line numbers are aligned', () => {
  expect(excerptOf(`${'\n'.repeat(8)}- «a: 1\n  b: 2»`)).toBe(`
   9 | - a: 1
     |   ^^^^
  10 |   b: 2
     |   ^^^^`);
});

test('long lines are cut around the range', () => {
  expect(excerptOf(`${'a'.repeat(100)}«XYZ»${'b'.repeat(100)}`, 46)).toBe(`
  1 | ...aaaaaaaaaaaXYZbbbbbbbbbbbbbbbbbbbb...
    |               ^^^`);
  expect(excerptOf(`«XYZ»${'b'.repeat(100)}`, 46)).toBe(`
  1 | XYZbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...
    | ^^^`);
  expect(excerptOf(`${'a'.repeat(100)}«XYZ»`, 46)).toBe(`
  1 | ...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaXYZ
    |                                   ^^^`);
  expect(excerptOf(`${'a'.repeat(100)}«${'X'.repeat(100)}»`, 46)).toContain('^'.repeat(20));
});

test.each([0, 1, 2, 3, 4, 5])('surrogates are never split (%i)', (shift) => {
  const [text = ''] = sourceExcerpt(
    [`${'x'.repeat(shift)}${'𝒳'.repeat(200)}`],
    { line: 1, column: 101, endLine: 1, endColumn: 103 },
    40,
  );
  expect(text).not.toMatch(/\p{Surrogate}/u);
});

import { expect, test } from 'vitest';
import { prettyProblems } from '../../../../src/faces/cli/problems/pretty-problems.ts';
import { logText } from '../../../../src/faces/cli/terminal-text.ts';
import { problem, reports, warning } from './reports.ts';

const plain = (text: string) => logText(text, { isColoured: false });

test('groups problems by file, with the lines that they are about', () => {
  const text = 'a\nb\n    unused: 1\nd\ne\nf\n    comands: 2\n';
  const found = [
    { file: 'a.yaml', text, problems: [problem, warning] },
    { file: 'b.yaml', text, problems: [] },
    { file: 'c.yaml', text: `\ufeff${text}`, problems: [problem] },
  ];
  expect(plain(prettyProblems(found, 80))).toBe(`a.yaml
  7:5 error unknown-property No property "comands"
  7 |     comands: 2
    |     ^^^^^^^
  3:5 warning unused-input Nothing uses it
  3 |     unused: 1
    |     ^^^^^^^

c.yaml
  7:5 error unknown-property No property "comands"
  7 |     comands: 2
    |     ^^^^^^^

`);
});

test('colours errors and warnings', () => {
  const text = prettyProblems([{ file: 'a.yaml', text: '\n\nunused: 1', problems: [{ ...warning, column: 1 }] }], 80);
  expect(text).toContain('\u001b[1;33mwarning\u001b[0m');
  expect(text).toContain('\u001b[1;33m ^^^^^^^');
  expect(prettyProblems(reports, 80)).toContain('\u001b[1;31merror\u001b[0m');
});

test('prints problems without a place or a text without an excerpt', () => {
  const { line: _, ...nowhere } = problem;
  expect(plain(prettyProblems([{ file: 'a.yaml', text: 'a', problems: [nowhere] }], 80))).toBe(
    'a.yaml\n  1:5 error unknown-property No property "comands"\n\n',
  );
  expect(plain(prettyProblems(reports, 80))).not.toContain('|');
});

test('nothing from a document controls the terminal', () => {
  const hostile = { ...problem, line: 1, endLine: 1, column: 1, endColumn: 2, message: 'found \u001b[31mred\nb' };
  const text = prettyProblems([{ file: 'a\u001b[2J.yaml', text: '\u001b[31mx', problems: [hostile] }], 80);
  // oxlint-disable-next-line no-control-regex -- the styles of the report
  expect(text.replaceAll(/\u001b\[(?:0|2|1;31|1;4)m/g, '')).toBe(
    'a\\u001b[2J.yaml\n  1:1 error unknown-property found \\u001b[31mred\\u000ab\n  1 | \\u001b[31mx\n    | ^^^^^^\n\n',
  );
});

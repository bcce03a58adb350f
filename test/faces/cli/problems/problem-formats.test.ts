import { expect, test } from 'vitest';
import { problemFormats } from '../../../../src/faces/cli/problems/problem-formats.ts';
import { context, problem, reports, warning } from './reports.ts';

test('text prints one line per problem with position, severity, code and message', () => {
  expect(problemFormats.text(reports)).toBe(
    'a.yaml:7:5 error unknown-property No property "comands"\na.yaml:3:5 warning unused-input Nothing uses it\n',
  );
});

test('text escapes control characters of a document, so that they cannot reach the terminal', () => {
  const hostile = { ...problem, message: 'found \u001b[2Jtext\nb.yaml:1:1 error' };
  expect(problemFormats.text([{ file: 'a.yaml', problems: [hostile] }])).toBe(
    'a.yaml:7:5 error unknown-property found \\u001b[2Jtext\\u000ab.yaml:1:1 error\n',
  );
});

test('json lists each file with its validity and its problems by severity', () => {
  expect(JSON.parse(problemFormats.json(reports))).toEqual([
    { file: 'a.yaml', valid: false, errors: [problem], warnings: [warning] },
    { file: 'b.yaml', valid: true, errors: [], warnings: [] },
  ]);
});

test.each(Object.entries(problemFormats))('%s prints something for no file', (_name, print) => {
  expect(typeof print([], context)).toBe('string');
});

import { expect, test } from 'vitest';
import { problemFormats } from '../../../src/cli/flows/problem-format.ts';
import type { ReportedProblem } from '../../../src/problem/problem.ts';

const problem: ReportedProblem = {
  code: 'unknown-property',
  severity: 'error',
  message: 'No property "comands"',
  path: '/tasks/0/comands',
  line: 7,
  column: 5,
  endLine: 7,
  endColumn: 12,
};
const warning: ReportedProblem = {
  ...problem,
  code: 'unused-input',
  severity: 'warning',
  message: 'Nothing uses it',
  line: 3,
};

test('text prints one line per problem with position, severity, code and message', () => {
  expect(problemFormats.text([{ file: 'a.yaml', problems: [problem, warning] }])).toBe(
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
  const reports = [
    { file: 'a.yaml', problems: [problem, warning] },
    { file: 'b.yaml', problems: [] },
  ];
  expect(JSON.parse(problemFormats.json(reports))).toEqual([
    { file: 'a.yaml', valid: false, errors: [problem], warnings: [warning] },
    { file: 'b.yaml', valid: true, errors: [], warnings: [] },
  ]);
});

test('github prints workflow commands', () => {
  expect(problemFormats.github([{ file: 'a.yaml', problems: [problem] }])).toBe(
    '::error file=a.yaml,line=7,endLine=7,col=5,endColumn=12,title=unknown-property::No property "comands"\n',
  );
});

test('github omits columns, which GitHub would reject, for problems over several lines', () => {
  expect(problemFormats.github([{ file: 'a.yaml', problems: [{ ...problem, endLine: 9 }] }])).toContain(
    'file=a.yaml,line=7,endLine=9,title=',
  );
});

test('github escapes characters that would end the command or one of its properties', () => {
  const hostile = { ...problem, message: '100%\r\n::error::mine' };
  expect(problemFormats.github([{ file: 'a,b:c%.yaml', problems: [hostile] }])).toBe(
    '::error file=a%2Cb%3Ac%25.yaml,line=7,endLine=7,col=5,endColumn=12,title=unknown-property::100%25%0D%0A::error::mine\n',
  );
});

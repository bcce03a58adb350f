import { expect, test } from 'vitest';
import { githubAnnotations } from '../../../../src/faces/cli/problems/github-annotations.ts';
import { context, problem, warning } from './reports.ts';

const annotate = (...problems: (typeof problem)[]) => githubAnnotations([{ file: 'a.yaml', problems }], context);

test('prints workflow commands with the path from the top of the repository', () => {
  expect(annotate(problem)).toBe(
    '::error file=flows/a.yaml,line=7,endLine=7,col=5,endColumn=12,title=unknown-property::No property "comands"\n',
  );
  expect(annotate(warning)).toMatch(/^::warning file=/);
});

test('omits columns, which GitHub would reject, for problems over several lines', () => {
  expect(annotate({ ...problem, endLine: 9 })).toContain('line=7,endLine=9,title=');
});

test('escapes characters that would end the command or one of its properties', () => {
  const hostile = { ...problem, message: '100%\r\n::error::mine' };
  expect(githubAnnotations([{ file: 'a,b:c%.yaml', problems: [hostile] }], context)).toBe(
    '::error file=flows/a%2Cb%3Ac%25.yaml,line=7,endLine=7,col=5,endColumn=12,title=unknown-property::100%25%0D%0A::error::mine\n',
  );
});

test('prints the problems for which GitHub has no more room as lines of the log', () => {
  const lines = annotate(...Array.from({ length: 12 }, () => problem), warning).split('\n');
  expect(lines.slice(9, 13)).toEqual([
    expect.stringMatching(/^::error file=/),
    'a.yaml:7:5 error unknown-property No property "comands"',
    'a.yaml:7:5 error unknown-property No property "comands"',
    expect.stringMatching(/^::warning file=/),
  ]);
});

test('a line of the log is no command', () => {
  const hostile = { ...problem, message: 'found\n::add-mask::x ##[add-mask]y' };
  const text = githubAnnotations(
    [{ file: '::error::x.yaml', problems: Array.from({ length: 11 }, () => hostile) }],
    context,
  );
  expect(text.split('\n').at(-2)).toBe(
    './::error::x.yaml:7:5 error unknown-property found\\u000a::add-mask::x ## [add-mask]y',
  );
});

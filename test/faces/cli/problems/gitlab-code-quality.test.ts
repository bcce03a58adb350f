import { expect, test } from 'vitest';
import { gitlabCodeQuality } from '../../../../src/faces/cli/problems/gitlab-code-quality.ts';
import { context, problem, warning } from './reports.ts';

interface Issue {
  readonly fingerprint: string;
}

const issuesOf = (...problems: (typeof problem)[]): readonly Issue[] =>
  JSON.parse(gitlabCodeQuality([{ file: 'a.yaml', problems }], context)) as Issue[];

test('has the fields that GitLab requires', () => {
  expect(issuesOf({ ...problem, endLine: 8 }, warning)).toEqual([
    {
      description: 'No property "comands"',
      check_name: 'unknown-property',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: 'flows/a.yaml', lines: { begin: 7, end: 8 } },
    },
    expect.objectContaining({ check_name: 'unused-input', severity: 'minor' }),
  ]);
});

test('a problem keeps its fingerprint when it moves, and equal problems have different ones', () => {
  const [first, second] = issuesOf(problem, problem);
  const [moved] = issuesOf({ ...problem, line: 9 });
  expect(moved?.fingerprint).toBe(first?.fingerprint);
  expect(second?.fingerprint).not.toBe(first?.fingerprint);
});

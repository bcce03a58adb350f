import { expect, it } from 'vitest';
import type { ReportedProblem } from '../../../src/problem/problem.ts';
import { readConvertibility } from '../../../src/services/flows/convertibility.ts';

const problem = (
  code: ReportedProblem['code'],
  severity: ReportedProblem['severity'],
  path: string,
): ReportedProblem => ({ code, severity, path, message: `${code} at ${path}` });

it('counts the tasks of all three lists, and reports each at most once', () => {
  const definition = {
    tasks: [
      { id: 'a', type: 'x' },
      { id: 'b', type: 'y' },
    ],
    errors: [{ id: 'c' }],
    finally: ['d'],
  };
  const problems = [
    problem('unknown-task-type', 'error', '/tasks/1/type'),
    problem('unknown-property', 'error', '/tasks/1/nope'),
    problem('missing-property', 'error', '/errors/0'),
    problem('unused-input', 'warning', '/inputs/0'),
    problem('disabled-task', 'warning', '/finally/0/disabled'),
  ];
  expect(readConvertibility(definition, problems)).toEqual({
    convertible: false,
    totalTasks: 4,
    validTasks: 2,
    unsupportedTasks: [{ taskId: 'b', type: 'y', reason: 'unknown-task-type at /tasks/1/type' }],
    warnings: problems.slice(1),
  });
});

it('does not treat /tasks/1 as part of /tasks/10', () => {
  const definition = { tasks: Array.from({ length: 11 }, (_, index) => ({ id: `t${index}` })) };
  expect(readConvertibility(definition, [problem('missing-property', 'error', '/tasks/10')]).validTasks).toBe(10);
});

it.each([[undefined], [null], ['text'], [{ tasks: 'none' }]])('counts nothing in %j', (definition) => {
  expect(readConvertibility(definition, [problem('yaml-syntax', 'error', '')])).toMatchObject({
    convertible: false,
    totalTasks: 0,
    validTasks: 0,
  });
});

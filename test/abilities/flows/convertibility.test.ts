import { expect, it } from 'vitest';
import { readConvertibility } from '../../../src/abilities/flows/convertibility.ts';
import type { ReportedProblem } from '../../../src/base/problem/problem.ts';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { taskTypes } from '../../support/transpile-yaml.ts';

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
  expect(readConvertibility(definition, problems, taskTypes)).toEqual({
    convertible: false,
    totalTasks: 4,
    validTasks: 2,
    unsupportedTasks: [{ taskId: 'b', type: 'y', reason: 'unknown-task-type at /tasks/1/type' }],
    warnings: problems.slice(1),
  });
});

it('does not treat /tasks/1 as part of /tasks/10', () => {
  const definition = { tasks: Array.from({ length: 11 }, (_, index) => ({ id: `t${index}` })) };
  expect(
    readConvertibility(definition, [problem('missing-property', 'error', '/tasks/10')], taskTypes).validTasks,
  ).toBe(10);
});

it.each([[undefined], [null], ['text'], [{ tasks: 'none' }]])('counts nothing in %j', (definition) => {
  expect(readConvertibility(definition, [problem('yaml-syntax', 'error', '')], taskTypes)).toMatchObject({
    convertible: false,
    totalTasks: 0,
    validTasks: 0,
  });
});

it('counts the tasks inside blocks, and names the innermost task of a problem', () => {
  const type = (name: string) => `dev.vendor.plugin.core.flow.${name}`;
  const definition: JsonValue = {
    tasks: [
      {
        id: 'both',
        type: type('Parallel'),
        tasks: [
          { id: 'a' },
          { id: 'b', type: type('Switch'), cases: { c: [{ id: 'c' }] }, default: [{ id: 'd', type: 'x' }] },
        ],
      },
    ],
    finally: [{ id: 'last', type: type('Switch'), cases: { 'e/u': [{ id: 'e' }] } }],
  };
  const problems = [
    problem('unknown-task-type', 'error', '/tasks/0/tasks/1/default/0/type'),
    problem('missing-property', 'error', '/finally/0/cases/e~1u/0'),
    problem('missing-property', 'error', '/tasks/0/tasks/1'),
  ];
  expect(readConvertibility(definition, problems, taskTypes)).toMatchObject({
    totalTasks: 7,
    validTasks: 4,
    unsupportedTasks: [{ taskId: 'd', type: 'x' }],
  });
});

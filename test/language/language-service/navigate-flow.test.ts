import { describe, expect, test } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { atCursor, service, taskTypes } from './marked-flow.ts';

const flow = `id: a
namespace: a
description: A flow.
inputs:
  - id: robot
    type: STRING
    display_name: The robot
    defaults: r2
  - {id: mode, type: STRING, defaults: fast}
  - id: speed
    type: INT
    defaults: 3
    depends_on:
      inputs: [mode, "robot"]
      condition: inputs.mode == 'inputs.robot' and inputs.robot != ''
variables:
  WHO: "{{ inputs.robot }}"
  WHERE: at {{ variables.WHO }}
checks:
  - condition: inputs.robot != 'x' or inputs.speed > 1
    message: "No {{inputs.robot}} and \\\\{{ inputs.robot }}"
tasks:
  - id: measure
    type: dev.vendor.plugin.core.shell.Shell
    run_if: 'inputs.robot == ''it'''
    script: |
      echo {{ inputs.robot }} \\{{ inputs.robot }} {{ variables.WHERE }}
      echo "\${ROBOT}" '{"size": 1}'
    outputSchema:
      size: {type: INT, description: In meters.}
  - id: tell
    type: dev.vendor.plugin.core.log.Log
    message: "{{ task_outputs.measure.size }} of {{ inputs.robot }}"
outputs:
  - {id: size, type: INT, value: "{{ task_outputs.measure.size }}"}
triggers:
  - id: pushed
    type: webhook
    inputs: {robot: "{{ trigger.body.robot }}"}
    conditions:
      - inputs.robot == 'r2'
      - {type: filter, field: trigger.inputs.robot, value: r2}
`;

function problemsOf(text: string): readonly string[] {
  const options = {
    taskTypes,
    vendor: 'vendor',
    prefix: 'VENDOR',
    limits: defaultFlowLimits,
    makeBudget: unlimitedTime,
  };
  return checkFlow({ text, format: 'yaml' }, options).problems.flatMap(({ severity, message }) =>
    severity === 'error' ? [message] : [],
  );
}

/** The flow after renaming, with the first place that the pattern matches as the cursor. */
function renamed(pattern: RegExp, newName: string, text = flow): string {
  const result = service.rename(text, text.search(pattern), newName);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.edits.reduceRight(
    (edited, { range, newText }) => edited.slice(0, range.start) + newText + edited.slice(range.end),
    text,
  );
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

test('the flow of these tests is valid', () => {
  expect(problemsOf(flow)).toEqual([]);
});

describe('definition', () => {
  test.each([
    ['an input', /(?<=WHO: "\{\{ )inputs/, undefined],
    ['the name of an input', /robot \}\}"\n {2}WHERE/, 5],
    ['an input in a condition', /speed > 1/, 10],
    ['an input in a list', /(?<=\[)mode/, 9],
    ['an input that a trigger sets', /(?<=inputs: \{)robot/, 5],
    ['a variable', /WHO \}\}/, 17],
    ['a task', /(?<=task_outputs\.)measure/, 23],
    ['a field', /(?<=task_outputs\.measure\.)size/, 30],
    ['the declaration itself', /robot\n/, 5],
    ['escaped braces', /(?<=\\\{\{ inputs\.)robot/, undefined],
    ['a string of a condition', /(?<='inputs\.)robot/, undefined],
    ['text', /echo/, undefined],
  ])('of %s', (_, pattern, line) => {
    const range = service.definition(flow, flow.search(pattern));
    expect(range && lineAt(flow, range.start)).toBe(line);
  });
});

describe('rename', () => {
  test('changes an input and all that refer to it, and nothing else', () => {
    const result = renamed(/robot/, 'machine');
    expect(problemsOf(result)).toEqual([]);
    const left = result.split('\n').filter((line) => line.includes('robot'));
    expect(left.map((line) => line.trim())).toEqual([
      'display_name: The robot',
      `condition: inputs.mode == 'inputs.robot' and inputs.machine != ''`,
      'message: "No {{inputs.machine}} and \\\\{{ inputs.robot }}"',
      'echo {{ inputs.machine }} \\{{ inputs.robot }} {{ variables.WHERE }}',
      'inputs: {machine: "{{ trigger.body.robot }}"}',
    ]);
  });

  test.each([
    ['a task', /(?<=task_outputs\.)measure/, 'count'],
    ['a variable', /WHO/, 'NAME'],
    ['a field', /size: \{/, 'length'],
    ['an input to a name that needs quotes', /robot/, '42'],
    ['an input to a word of YAML', /robot/, 'true'],
    ['an input with dots', /robot/, 'the.robot-id'],
  ])('of %s leaves a valid flow', (_, pattern, name) => {
    const result = renamed(pattern, name);
    expect(result).not.toBe(flow);
    expect(problemsOf(result)).toEqual([]);
    expect(renamed(pattern, name, flow).length).toBe(result.length);
  });

  test.each([
    ['an existing input', /robot/, 'mode', 'The flow already has an input named "mode".'],
    ['an invalid name', /robot/, 'a b', '"a b" is not a valid name of an input: letters'],
    ['an invalid name of a variable', /WHO/, '1A', '"1A" is not a valid name of a variable: letters'],
    ['an existing task', /measure/, 'tell', 'The flow already has a task named "tell".'],
    ['an equal environment variable', /robot/, 'MODE', 'would both be the environment variable MODE'],
    ['something else', /namespace/, 'x', 'Only inputs, variables, tasks'],
  ])('is refused for %s', (_, pattern, name, reason) => {
    const result = service.rename(flow, flow.search(pattern), name);
    expect('refusal' in result ? result.refusal : '').toContain(reason);
  });
});

describe('hover', () => {
  test.each([
    ['a property', /namespace/, '`namespace`: string, required\n\nThe group of the flow, in lower case.'],
    ['an input type', /STRING/, '`STRING`\n\nPlain text.'],
    ['a task type', /dev\.vendor/, '**Run shell commands**'],
    ['a reference to an input', /robot \}\}"\n {2}WHERE/, 'Input `robot`: `STRING`\n\nThe robot\n\nDefault: `r2`'],
    ['a reference to a field', /(?<=task_outputs\.measure\.)size/, 'Field `size`: `INT`\n\nIn meters.'],
    ['a reference to a task', /(?<=task_outputs\.)measure/, 'Returns `size`'],
    ['a property of a task type', /script: \|/, '`script`: string'],
  ])('of %s', (_, pattern, expected) => {
    const hover = service.hover(flow, flow.search(pattern));
    expect(hover?.markdown).toContain(expected);
  });

  test('of a field of the run tells its meaning, in error and final tasks', () => {
    const hovered = (section: string) => {
      const { text, offset } = atCursor(`${section}:\n  - id: tell\n    run_if: failure.me‸ssage is not empty\n`);
      return service.hover(text, offset)?.markdown;
    };
    expect(hovered('errors')).toMatch(/^`failure\.message`: `STRING`\n\nWhy the flow failed/);
    expect(hovered('tasks')).toBeUndefined();
  });

  test('of a value lists nothing for plain text', () => {
    const { text, offset } = atCursor('description: so‸me');
    expect(service.hover(text, offset)).toBeUndefined();
  });
});

test('references lists all uses of a declaration', () => {
  const found = service.references(flow, flow.search(/robot/));
  expect(found?.uses.map(({ range }) => flow.slice(range.start, range.end))).toEqual(Array(11).fill('robot'));
});

test('symbols are inputs, variables and tasks', () => {
  expect(service.symbols(flow).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'input robot',
    'input mode',
    'input speed',
    'variable WHO',
    'variable WHERE',
    'task measure',
    'task tell',
  ]);
});

import { expect, test } from 'vitest';
import { judgeChecks } from '../../../src/services/executions/judge-checks.ts';
import { flowOf, flowText } from '../../support/transpile-yaml.ts';

const large = 'x'.repeat(96 * 1024);

function judge(body: string) {
  const tasks = 'tasks: [{id: say, type: dev.vendor.plugin.core.log.Log, message: Hello}]\n';
  return judgeChecks(flowOf(flowText(`inputs: [{id: name, type: STRING}]\n${body}${tasks}`)), new Map([['name', large]]));
}

test('variables that double a large value again and again do not fill the memory', () => {
  const doubled = Array.from({ length: 40 }, (_, index) => {
    const before = index === 0 ? '{{ inputs.name }}' : `{{ variables.V${index - 1} }}`;
    return `  V${index}: "${before}${before}"\n`;
  });
  const check = 'checks: [{condition: "variables.V39 is empty", message: Not empty., behavior: FAIL_EXECUTION}]\n';
  expect(judge(`variables:\n${doubled.join('')}${check}`).failure).toBe('Not empty.');
});

test('a message has the beginning of each large value', () => {
  const message = 'No {{ inputs.name }}!'.repeat(5_000);
  const [told] = judge(`checks: [{condition: "inputs.name is empty", message: "${message}", behavior: CREATE_EXECUTION}]\n`).messages;
  expect(told?.message).toBe(`No ${'x'.repeat(200)}…!`.repeat(5_000));
});

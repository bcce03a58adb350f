import { expect, test } from 'vitest';
import { evaluateChecks } from '../../../../src/abilities/runs/accept/evaluate-checks.ts';
import { PatternSearches } from '../../../../src/language/expressions/pattern-searches.ts';
import type { BoundedRunner } from '../../../../src/language/safe-patterns/bounded-runner.ts';
import { flowOf, flowText } from '../../../support/transpile-yaml.ts';

const runner: BoundedRunner = {
  run: async (work) =>
    work.kind === 'pattern' && work.pattern === '^x+$' ? { kind: 'done', messages: [] } : { kind: 'too-long' },
  runHere: (work) => ({ done: true, value: work() }),
  close: async () => {},
};

const large = 'x'.repeat(96 * 1024);
const slowSearch = "inputs.name matches 'x.{0,400}y'";

function judge(body: string) {
  const tasks = 'tasks: [{id: say, type: dev.vendor.plugin.core.log.Log, message: Hello}]\n';
  return evaluateChecks(
    flowOf(flowText(`inputs: [{id: name, type: STRING}]\n${body}${tasks}`)),
    new Map([['name', large]]),
    new PatternSearches({ runner, owner: 'test' }),
  );
}

test('variables that repeatedly double a large value do not exhaust memory', async () => {
  const doubled = Array.from({ length: 40 }, (_, index) => {
    const before = index === 0 ? '{{ inputs.name }}' : `{{ variables.V${index - 1} }}`;
    return `  V${index}: "${before}${before}"\n`;
  });
  const check = 'checks: [{condition: "variables.V39 is empty", message: Not empty., behavior: FAIL_EXECUTION}]\n';
  expect((await judge(`variables:\n${doubled.join('')}${check}`)).failure).toBe('Not empty.');
});

test('a message contains only the beginning of a large value', async () => {
  const message = 'No {{ inputs.name }}!'.repeat(5_000);
  const {
    messages: [told],
  } = await judge(`checks: [{condition: "inputs.name is empty", message: "${message}", behavior: CREATE_EXECUTION}]\n`);
  expect(told?.message).toBe(`No ${'x'.repeat(200)}…!`.repeat(5_000));
});

test('a check whose search takes too long fails, even when negated', async () => {
  const check = (condition: string) =>
    `checks: [{condition: "${condition}", message: Too slow., behavior: FAIL_EXECUTION}]\n`;
  for (const condition of [slowSearch, `not (${slowSearch})`])
    expect((await judge(check(condition))).failure).toBe('Too slow.');
  expect((await judge(check("inputs.name matches '^x+$'"))).failure).toBeUndefined();
});

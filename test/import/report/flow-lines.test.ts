import { expect, test } from 'vitest';
import { flowLinesOf } from '../../../src/import/report/flow-lines.ts';

const flow = `id: x
namespace: examples
inputs:
  - id: build
    type: STRING
timeout: PT45M
variables:
  image: shop
  notes: |
    one
    two
tasks:
  - id: build
    type: dev.vendor.plugin.core.flow.Sequential
    tasks:
      - id: compile
        type: dev.vendor.plugin.core.log.Log
        message: hello
  - id: ship
    type: dev.vendor.plugin.core.log.Log
    message: >-
      to all
triggers:
  - {id: nightly, type: schedule, cron: "@daily"}
`;
const lines = (target: string | undefined, construct = 'step sh') =>
  flowLinesOf(flow)({ start: 0, end: 1, construct, outcome: 'mapped', ...(target !== undefined && { target }) });

test.each([
  ['a task in a block', 'compile', 'step sh', 16, 18],
  ['a block with its tasks', 'build', 'stage', 13, 18],
  ['an input with the id of a task', 'build', 'parameter string', 4, 5],
  ['a variable of one line', 'image', 'environment variable', 8, 8],
  ['a variable of several lines', 'notes', 'environment variable', 9, 11],
  ['a trigger', 'nightly', 'trigger cron', 24, 24],
  ['a property of the flow', 'timeout', 'option timeout', 6, 6],
  ['the last task', 'ship', 'step echo', 19, 22],
])('%s', (_what, target, construct, line, endLine) => {
  expect(lines(target, construct)).toEqual({ line, endLine });
});

test('nothing for a finding without a target, for an unknown one, and without a flow', () => {
  expect(lines(undefined)).toBeUndefined();
  expect(lines('unknown')).toBeUndefined();
  const finding = { start: 0, end: 1, construct: 'sh', outcome: 'mapped', target: 'build' } as const;
  expect(flowLinesOf(undefined)(finding)).toBeUndefined();
  expect(flowLinesOf('- no flow')(finding)).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { dotenvReport, githubOutputs } from '../../../../src/faces/cli/executions/execution-reports.ts';

const url = 'https://flowgate.example/ui/executions/01KBMW7XQ4E2N0V5R8T3Y6Z9AC';
const execution = {
  id: '01KBMW7XQ4E2N0V5R8T3Y6Z9AC',
  namespace: 'web',
  flowId: 'deploy',
  state: 'WARNING',
  reason: 'Task a failed:\nsee b',
  outputs: {
    address: 'https://web.example',
    'a-b': { c: [1, null] },
    a_b: 'again',
    id: 'mine',
    notes: 'one\ntwo',
    ready: true,
  },
} as unknown as Schema<'Execution'>; // the fields that are used

test('a step of GitHub Actions gets each output, all of them as JSON, and no name of its own is replaced', () => {
  const text = githubOutputs(execution, url);
  const values = [...text.matchAll(/^(.+)<<(flowgate-[0-9a-f-]{36})\n([^]*?)\n\2\n/gm)].map(([, name, , value]) => [
    name,
    value,
  ]);
  expect(Object.fromEntries(values)).toEqual({
    address: 'https://web.example',
    'a-b': '{"c":[1,null]}',
    a_b: 'again',
    notes: 'one\ntwo',
    ready: 'true',
    id: execution.id,
    url,
    state: 'WARNING',
    reason: 'Task a failed:\nsee b',
    outputs: JSON.stringify(execution.outputs),
  });
  expect(githubOutputs(execution, url)).not.toBe(text);
});

test('later GitLab jobs get variables with a prefix, on one line each', () => {
  expect(dotenvReport(execution, url)).toBe(
    [
      `FLOWGATE_EXECUTION=${execution.id}`,
      `FLOWGATE_URL=${url}`,
      'FLOWGATE_STATE=WARNING',
      'FLOWGATE_REASON=Task a failed: see b',
      'FLOWGATE_OUTPUT_ADDRESS=https://web.example',
      'FLOWGATE_OUTPUT_A_B={"c":[1,null]}',
      'FLOWGATE_OUTPUT_A_B=again',
      'FLOWGATE_OUTPUT_ID=mine',
      'FLOWGATE_OUTPUT_READY=true',
      '',
    ].join('\n'),
  );
});

test('no variables are larger than GitLab accepts', () => {
  const outputs = { long: 'é'.repeat(2_600), short: 'fits' };
  const report = dotenvReport({ ...execution, outputs }, url);
  expect(report).toContain('FLOWGATE_OUTPUT_SHORT=fits\n');
  expect(report).not.toContain('LONG');
});

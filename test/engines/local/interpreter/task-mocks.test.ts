import { expect, it } from 'vitest';
import { FlowRun } from '../../../../src/engines/local/interpreter/flow-run.ts';
import type { ScriptEnd, TaskChange } from '../../../../src/engines/local/interpreter/run-ports.ts';
import { planFlow } from '../../../../src/language/execution-plan/plan-flow.ts';
import { searchesAtOnce } from '../../../../src/language/expressions/search-at-once.ts';
import { flowOf, flowText, taskTypes } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';

/** Runs a flow with mocks of some tasks; returns what was reported, and the paths of the scripts that ran. */
async function runMocked(body: string, mocks: Readonly<Record<string, ScriptEnd>>) {
  const { plan } = planFlow(flowOf(flowText(body)), undefined, {
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
  });
  const changes: TaskChange[] = [];
  const attempts: string[] = [];
  const scripts: string[] = [];
  const flow = new FlowRun(plan, {
    runner: {
      prepare: async () => undefined,
      remove: async () => undefined,
      workspace: () => '/work',
      fetch: async () => ({ kind: 'fetched' }),
      attempt: async ({ path }) => (scripts.push(path), { kind: 'ended', status: 0 }),
      keep: async () => undefined,
    },
    mocks: {
      find(_, path) {
        const end = mocks[path];
        return end && { attempt: async () => end };
      },
    },
    clock: { now: () => 0, sleep: async () => undefined },
    report: {
      task: (change) => void changes.push(change),
      attempt: ({ path, state }) => void (state === 'RUNNING' && attempts.push(path)),
      log() {},
    },
    searches: searchesAtOnce,
    random: () => 0,
    mask: (text) => text.replaceAll('failed', 'FAILED'),
  });
  return { end: await flow.run(new Map()), changes, attempts, scripts };
}

it('runs mocks instead of scripts and calls, and the other tasks as always', async () => {
  const { end, scripts, changes } = await runMocked(
    `tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: none, flowId: none, outputSchema: {x: {type: INT}}}
  - {id: mocked, ${shell}, commands: [x]}
  - {id: real, ${shell}, commands: [x]}
outputs: [{id: x, type: INT, value: "{{ task_outputs.call.x }}"}]
`,
    {
      call: { kind: 'ended', status: 0, returned: '{"x": 5}' },
      mocked: { kind: 'ended', status: 0 },
    },
  );
  expect(end).toEqual({ state: 'SUCCESS', outputs: new Map([['x', '5']]) });
  expect(scripts).toEqual(['real']);
  expect(changes.filter(({ state }) => state === 'SUCCESS').map(({ path }) => path)).toEqual([
    'call',
    'mocked',
    'real',
  ]);
});

it('reports each attempt, and why a task has failed', async () => {
  const { changes, attempts } = await runMocked(
    `tasks: [{id: a, ${shell}, commands: [x], retry: {max_attempt: 2, interval: 1s}}]\n`,
    { a: { kind: 'ended', status: 3 } },
  );
  expect(attempts).toEqual(['a', 'a']);
  expect(changes.at(-1)).toMatchObject({
    path: 'a',
    state: 'FAILED',
    reason: 'Task a FAILED: its script ended with status 3',
  });
});

it('stops the execution if a mock says so', async () => {
  const { end, changes } = await runMocked(
    `tasks: [{id: a, ${shell}, commands: [x]}]\nfinally: [{id: clean, ${shell}, commands: [x]}]\n`,
    { a: { kind: 'stopped' } },
  );
  expect(end.state).toBe('KILLED');
  expect(changes.map(({ path, state }) => `${path} ${state}`)).toEqual([
    'a RUNNING',
    'a KILLED',
    'clean RUNNING',
    'clean SUCCESS',
  ]);
});

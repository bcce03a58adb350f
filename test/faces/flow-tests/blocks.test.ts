import { describe, expect, it } from 'vitest';
import { flow, log, subflow } from '../offline-flows/flow-folder.ts';
import { casesOf, outcomesOf, resultOf } from './suite-folder.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const core = 'type: dev.vendor.plugin.core.flow';

const fanOut = flow(
  'main',
  `tasks:
  - id: each
    ${core}.ForEach
    values: [a, b, c]
    concurrency: 3
    tasks:
      - {id: push, ${shell}, script: x, outputSchema: {digest: {type: STRING}}}
      - {id: tell, ${log}, message: "{{ items.each }} {{ task_outputs.push.digest }}"}
    outputs: [{id: digests, type: STRING, value: "{{ task_outputs.push.digest }}"}]
outputs:
  - {id: digests, type: JSON, value: "{{ task_outputs.each.digests }}"}
  - {id: total, type: INT, value: "{{ task_outputs.each.total }}"}
`,
);

describe('blocks in cases', () => {
  it('have mocks for all items, or for one of them, and expectations of both', async () => {
    const cases = `  - name: all
    mocks: {each/push: {outputs: {digest: d}}}
    expect:
      tasks: {each: SUCCESS, each/push: {state: SUCCESS, attempts: 3}, "each[b]/tell": {log: b d}, each/tell: {log: c d}}
      outputs: {digests: [d, d, d], total: 3}
  - name: one fails
    mocks: {each/push: {outputs: {digest: d}}, "each[b]/push": {state: FAILED}}
    expect:
      state: FAILED
      reason: "Task each failed: 1 of 3 items failed: b"
      tasks: {"each[a]/push": SUCCESS, "each[b]/push": FAILED, "each[b]/tell": NOT_RUN, each/push: "FAILED"}
  - name: the whole block
    mocks: {each: {outputs: {digests: [x, y]}}}
    expect:
      tasks: {each: SUCCESS, each/push: NOT_RUN}
      outputs: {digests: [x, y], total: 2}
`;
    const [all, one, whole] = outcomesOf(await casesOf(fanOut, cases));
    expect(all).toBe('passed');
    expect(one).toBe('failed; 12 task each/push: FAILED, SUCCESS, FAILED');
    expect(whole).toBe('passed');
  });

  it('report mocks of items that were never reached, and tasks without a mock', async () => {
    const cases = `  - name: unused
    mocks: {each/push: {outputs: {digest: d}}, "each[z]/push": {}}
  - name: not mocked
    mocks: {"each[a]/push": {outputs: {digest: d}}}
`;
    const [unused, missing] = outcomesOf(await casesOf(fanOut, cases));
    expect(unused).toContain('The task each[z]/push was never reached');
    expect(missing).toContain('The task each[b]/push was reached, but the case has no mock of it');
  });

  it('know their tasks: others are unknown, and only loops have items', async () => {
    const suite = `cases:
  - name: unknown
    mocks: {each/pull: {}, "each[a]/push": {outputs: {other: 1}}, "each/push[a]": {}}
`;
    const { problems } = await resultOf(suite, { 'main.yaml': fanOut });
    expect(problems.flatMap((each) => each.problems).map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'unknown-reference: The flow has no task "each/pull". Did you mean "each/push"?',
      expect.stringContaining('undeclared-output: The task "each[a]/push" does not declare the field "other"'),
      'unknown-reference: The flow has no task "each/push[a]". Did you mean "each/push"?',
    ]);
  });

  it('take virtual time: branches at the same time, pauses of an until block', async () => {
    const timed = flow(
      'main',
      `timeout: 100s
tasks:
  - id: both
    ${core}.Parallel
    timeout: 70s
    tasks:
      - {id: slow, ${shell}, script: x}
      - id: poll
        ${core}.Until
        condition: "{{ task_outputs.probe.ready }}"
        interval: 30s
        max_attempt: 9
        tasks: [{id: probe, ${shell}, script: x, outputSchema: {ready: {type: BOOLEAN}}}]
`,
    );
    const cases = `  - name: in time
    mocks:
      both/slow: {takes: 69s}
      "both/poll[3]/probe": {outputs: {ready: true}}
      both/poll/probe: {outputs: {ready: false}, takes: 2s}
    expect: {tasks: {both/poll/probe: {attempts: 3}}}
  - name: too late
    mocks:
      both/slow: {takes: 69s}
      both/poll/probe: {outputs: {ready: false}, takes: 2s}
    expect: {state: FAILED, reason: Task both timed out after 70 s, tasks: {both/slow: SUCCESS, both/poll/probe: {attempts: 3}}}
  - name: stopped
    mocks:
      both/slow: {takes: 1s, state: KILLED}
      both/poll/probe: {outputs: {ready: false}}
    expect: {state: KILLED, tasks: {both/poll: KILLED, both/poll/probe: {attempts: 1}}}
`;
    expect(outcomesOf(await casesOf(timed, cases))).toEqual(['passed', 'passed', 'passed']);
  });

  it('run really where a block says so', async () => {
    const cases = `  - name: real
    mocks: {each: {runs: true}, "each[b]/push": {outputs: {digest: mocked}}}
    expect: {outputs: {digests: [real, mocked, real]}}
`;
    const real = fanOut.replace('script: x', `script: 'sleep 0.1; echo "{\\"digest\\": \\"real\\"}"'`);
    expect(outcomesOf(await casesOf(real, cases))).toEqual(['passed']);
  });

  it('have paths through the flows that they call', async () => {
    const caller = flow(
      'main',
      `tasks:
  - id: each
    ${core}.ForEach
    values: [x/y]
    tasks: [{id: build, ${subflow}, namespace: tests, flowId: inner}]
`,
    );
    const inner = flow('inner', `tasks: [{id: both, ${core}.Parallel, tasks: [{id: image, ${shell}, script: x}]}]\n`);
    const cases = `  - name: called
    mocks: {each/build/both/image: {log: built}}
    expect: {tasks: {"each[x/y]/build/both/image": {state: SUCCESS, log: built}, "each[x/y]": NOT_RUN}}
`;
    expect(outcomesOf(await casesOf(caller, cases, { 'inner.yaml': inner }))).toEqual(['passed']);
  });
});

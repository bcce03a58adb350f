import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { flow, folderOf, log, subflow } from '../offline-flows/flow-folder.ts';
import { casesOf, outcomesOf, resultOf } from './suite-folder.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';

const build = flow(
  'main',
  `inputs: [{id: who, type: STRING}, {id: data, type: FILE, required: false}]
tasks:
  - {id: fetch, ${shell}, commands: ['exit 1']}
  - id: count
    ${shell}
    commands: ['echo "hello {{ inputs.who }}"', 'echo hi > a.txt', 'echo "{\\"lines\\": 2}"']
    outputFiles: ['*.txt']
    outputSchema: {lines: {type: INT}}
  - {id: say, ${log}, message: "{{ task_outputs.count.lines }} lines"}
`,
);

it('runs only the tasks that a case names', async () => {
  const cases = await casesOf(
    build,
    `  - name: counts
    inputs: {who: Ada}
    mocks: {fetch: {artifacts: {b.txt: mocked}}, count: {runs: true}}
    expect:
      tasks: {count: {state: SUCCESS, attempts: 1, log: hello Ada}, say: {log: 2 lines}}
      artifacts: [{path: a.txt, content: {matches: "^hi"}}, {path: b.txt, content: mocked}]
  - name: forgets fetch
    inputs: {who: Ada}
    mocks: {count: {runs: true}}
`,
  );
  expect(outcomesOf(cases)).toEqual([
    'passed',
    'failed; 8 The task fetch was reached, but the case has no mock of it; add one, or "runs: true"',
  ]);
});

it('runs the tasks of a subflow', async () => {
  const main = flow('main', `tasks: [{id: call, ${subflow}, namespace: tests, flowId: child}]\n`);
  const child = flow(
    'child',
    `tasks:
  - {id: one, ${shell}, commands: [echo one]}
  - {id: two, ${shell}, commands: [echo two]}
`,
  );
  const cases = await casesOf(
    main,
    `  - name: whole
    mocks: {call: {runs: true}, call/two: {log: mocked}}
    expect: {tasks: {call: {state: SUCCESS, log: [one, mocked]}}}
`,
    { 'child.yaml': child },
  );
  expect(outcomesOf(cases)).toEqual(['passed']);
});

it('passes files, and masks secrets in what a script prints', async () => {
  const text = flow(
    'main',
    `inputs: [{id: data, type: FILE}, {id: token, type: SECRET}]
tasks: [{id: a, ${shell}, commands: ['cat "{{ inputs.data }}"', 'echo "{{ inputs.token }}"']}]
`,
  );
  const cases = await casesOf(
    text,
    '  - {name: a, inputs: {token: topsecret99}, files: {data: a.csv}, mocks: {a: {runs: true}}, expect: {log: [x;y, "****"]}}\n',
    { 'a.csv': 'x;y\n' },
  );
  expect(outcomesOf(cases)).toEqual(['passed']);
});

it('ends scripts at a stop and leaves no files', async () => {
  const interruption = new AbortController();
  const mark = join(folderOf({}), 'started');
  const text = flow('main', `tasks: [{id: a, ${shell}, commands: ['touch "${mark}"', 'sleep 600']}]\n`);
  const before = caseFolders();
  const running = resultOf(
    'cases: [{name: a, mocks: {a: {runs: true}}}]\n',
    { 'main.yaml': text },
    { stop: interruption.signal },
  );
  await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 20_000 });
  interruption.abort();
  expect(outcomesOf((await running).cases)).toEqual(['failed; 1 state: SUCCESS, KILLED']);
  expect(caseFolders()).toEqual(before);
});

function caseFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('flowgate-case-'));
}

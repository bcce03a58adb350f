import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { findFlowFiles } from '../../../src/faces/offline-flows/find-flow-files.ts';
import { FlowFilesError } from '../../../src/faces/offline-flows/flow-file.ts';
import { flow, folderOf, lines, log, prepared, subflow } from './flow-folder.ts';

const calls = (id: string, more = '') => `tasks:\n  - {id: call, ${subflow}, namespace: tests, flowId: ${id}${more}}\n`;
const says = `tasks:\n  - {id: say, ${log}, message: hello}\n`;
const greets = `tasks:\n  - {id: greet, type: dev.vendor.plugin.example.Greet, name: Ada}\n`;

it('plans a flow with the flows that it calls, wherever they are below the folder', async () => {
  const found = await prepared(flow('main', calls('child')), {
    'below/deep/child.yml': flow('child', calls('grandchild')),
    'grandchild.json': JSON.stringify({ id: 'grandchild', namespace: 'tests', description: 'x', tasks: [] }).replace(
      '[]',
      JSON.stringify([{ id: 'say', type: 'dev.vendor.plugin.core.log.Log', message: 'hello' }]),
    ),
    'other.yaml': 'flow: main.yaml\ncases: []\n',
  });
  expect(lines(found)).toEqual([]);
  expect(found.paths.map((path) => basename(path))).toEqual(['main.yaml', 'child.yml', 'grandchild.json']);
  const [task] = found.ready?.plan.sections.tasks ?? [];
  expect(task?.work).toMatchObject({ kind: 'call', plan: { flow: { id: 'child' } } });
});

it('reports problems with the names and lines of their files', async () => {
  const text = flow('main', `tasks:\n  - {id: say, ${log}, mesage: hello}\n`);
  expect(lines(await prepared(text))).toEqual(['main.yaml:5 missing-property', 'main.yaml:5 unknown-property']);
});

it('checks calls as a gateway does', async () => {
  const child = flow('child', `inputs:\n  - {id: count, type: INT}\n${says}`);
  const found = async (text: string, files: Readonly<Record<string, string>>) => lines(await prepared(text, files));
  expect(await found(flow('main', calls('child')), {})).toEqual(['main.yaml:5 subflow-not-found']);
  expect(await found(flow('main', calls('child')), { 'child.yaml': child })).toContain(
    'main.yaml:5 subflow-missing-input',
  );
  expect(await found(flow('main', calls('child')), { 'child.yaml': flow('child', calls('main')) })).toEqual([
    'main.yaml:5 subflow-cycle',
  ]);
  const disabled = `disabled: true\n${says}`;
  expect(await found(flow('main', calls('child')), { 'child.yaml': flow('child', disabled) })).toEqual([
    'main.yaml:5 subflow-disabled',
  ]);
});

it('reports the problems of a called flow in its own file', async () => {
  const text = flow('main', calls('child'));
  expect(lines(await prepared(text, { 'child.yaml': flow('child', 'tasks: []\n') }))).toEqual([
    'main.yaml:5 invalid-value',
    'child.yaml:4 empty-list',
  ]);
});

it('reports files that cannot be parsed, if one of them might be the flow that was not found', async () => {
  const files = { 'child.yaml': `${flow('child', says)}  - [`, 'unrelated.yaml': 'a: [' };
  expect(lines(await prepared(flow('main', calls('child')), files))).toEqual([
    'main.yaml:5 subflow-not-found',
    'child.yaml:6 yaml-syntax',
  ]);
});

it('rejects a call of a revision, also in a called flow', async () => {
  const pinned = ', revision: 3';
  expect(lines(await prepared(flow('main', calls('child', pinned)), { 'child.yaml': flow('child', says) }))).toEqual([
    'main.yaml:5 invalid-value',
  ]);
  const found = await prepared(flow('main', calls('child')), {
    'child.yaml': flow('child', calls('grandchild', pinned)),
    'grandchild.yaml': flow('grandchild', says),
  });
  expect(lines(found)).toEqual(['child.yaml:5 invalid-value']);
  expect(found.ready).toBeUndefined();
});

it('names both files if a flow is in two', async () => {
  const files = { 'a.yaml': flow('child', says), 'b.yaml': flow('child', says) };
  await expect(prepared(flow('main', calls('child')), files)).rejects.toThrow(
    new FlowFilesError('the flow tests/child is in two files: a.yaml and b.yaml.'),
  );
});

it('rejects tasks that run on Jenkins only, also in called flows', async () => {
  const own = await prepared(flow('main', greets));
  expect(own.problems[0]?.problems[0]).toMatchObject({
    code: 'jenkins-only',
    severity: 'error',
    message: 'Tasks of the type dev.vendor.plugin.example.Greet run on Jenkins only.',
    path: '/tasks/0/type',
    line: 5,
  });
  const called = await prepared(flow('main', calls('child')), { 'child.yaml': flow('child', greets) });
  expect(called.problems[0]?.problems[0]).toMatchObject({
    code: 'jenkins-only',
    message: 'In tests/child, task "greet": Tasks of the type dev.vendor.plugin.example.Greet run on Jenkins only.',
    path: '/tasks/0/flowId',
  });
  expect(called.ready).toBeUndefined();
});

it('takes any type of task, and any call, for tasks that do not run', async () => {
  const runsNot = (...paths: string[]) => ({ runs: (path: string) => !paths.includes(path) });
  expect((await prepared(flow('main', greets), {}, runsNot('greet'))).ready).toBeDefined();
  expect((await prepared(flow('main', calls('child')), {}, runsNot('call'))).ready).toBeDefined();
  const files = { 'child.yaml': flow('child', greets) };
  expect((await prepared(flow('main', calls('child')), files, runsNot('call/greet'))).ready).toBeDefined();
  expect((await prepared(flow('main', calls('child')), files, runsNot('call/other'))).ready).toBeUndefined();
});

it('finds files once, and follows no links inside a folder', () => {
  const outside = folderOf({ 'secret.yaml': 'x: 1' });
  const folder = folderOf({
    'a.yaml': 'a: 1',
    'below/b.json': '{}',
    'node_modules/c.yaml': '',
    '.git/d.yaml': '',
    'e.txt': '',
  });
  symlinkSync(outside, join(folder, 'link'));
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
  expect(findFlowFiles([folder, join(folder, 'a.yaml')]).map((path) => path.slice(folder.length + 1))).toEqual([
    'a.yaml',
    'below/b.json',
  ]);
  expect(() => findFlowFiles([join(folder, 'absent')])).toThrow(FlowFilesError);
});

it('checks the calls in blocks', async () => {
  const inBlock = (task: string, more = '') =>
    flow(
      'main',
      `tasks:\n  - id: each\n    type: dev.vendor.plugin.core.flow.ForEach\n    values: [a]\n    tasks:\n      - ${task}\n${more}`,
    );
  const call = (more = '') => `{id: call, ${subflow}, namespace: tests, flowId: child${more}}`;
  const child = flow(
    'child',
    `inputs:\n  - {id: count, type: INT, defaults: 1}\n${says}outputs:\n  - {id: said, type: INT, value: 1}\n`,
  );
  const found = async (text: string, options = {}) => lines(await prepared(text, { 'child.yaml': child }, options));
  expect(await found(inBlock(call()))).toEqual([]);
  expect(await found(inBlock(call(', revision: 2')))).toEqual(['main.yaml:9 invalid-value']);
  expect(await found(inBlock(call(', inputs: {cuont: 2}')))).toEqual(['main.yaml:9 subflow-unknown-input']);
  expect(await found(inBlock(call(', inputs: {count: "{{ items.each }}"}')))).toEqual(['main.yaml:9 type-mismatch']);
  const output = (field: string) =>
    `    outputs:\n      - {id: o, type: INT, value: "{{ task_outputs.call.${field} }}"}\n`;
  expect(await found(inBlock(call(), output('said')))).toEqual([]);
  expect(await found(inBlock(call(), output('sad')))).toEqual(['main.yaml:11 undeclared-output']);
  const missing = inBlock(call()).replace('flowId: child', 'flowId: gone');
  expect(await found(missing)).toEqual(['main.yaml:9 subflow-not-found']);
  expect(await found(missing, { runs: (path: string) => path !== 'each/call' })).toEqual([]);
  expect(await found(missing.replace('    values', '    disabled: true\n    values'))).toEqual([
    'main.yaml:7 disabled-task',
  ]);
});

it('does not let a block show the secret of a called flow', async () => {
  const child = flow(
    'child',
    `inputs:\n  - {id: token, type: SECRET}\n${says}outputs:\n  - {id: token, type: SECRET, value: "{{ inputs.token }}"}\n`,
  );
  const text = flow(
    'main',
    `inputs:\n  - {id: token, type: SECRET}\ntasks:\n  - id: each\n    type: dev.vendor.plugin.core.flow.ForEach\n    values: [a]\n    tasks:\n      - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {token: "{{ inputs.token }}"}}\n    outputs:\n      - {id: tokens, type: STRING, value: "{{ task_outputs.call.token }}"}\n`,
  );
  expect(lines(await prepared(text, { 'child.yaml': child }))).toEqual(['main.yaml:13 type-mismatch']);
});

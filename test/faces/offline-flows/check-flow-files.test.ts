import { beforeAll, expect, test } from 'vitest';
import type { LanguageOptions } from '../../../src/abilities/documents/language-operations.ts';
import { loadLanguageOptions } from '../../../src/faces/cli/flows/load-language-options.ts';
import { checkFlowFiles } from '../../../src/faces/offline-flows/check-flow-files.ts';
import { flow, log } from './flow-folder.ts';

let language: LanguageOptions;

beforeAll(async () => {
  language = await loadLanguageOptions({}, { isPrinted: false });
});

/** `file:line code` of every problem. */
async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const given = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const reports = await checkFlowFiles(given, language);
  expect(reports.map(({ file }) => file)).toEqual(Object.keys(files));
  return reports.flatMap(({ file, problems }) => problems.map(({ line, code }) => `${file}:${line} ${code}`));
}

const says = `tasks:\n  - {id: say, ${log}, message: hi}\n`;
const calls = (id: string, more = '') =>
  `tasks:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: ${id}${more}}\n`;
const needs = `inputs:\n  - {id: who, type: STRING, required: true}\ntasks:\n  - {id: say, ${log}, message: "{{ inputs.who }}"}\n`;

test('checks the inputs of called flows in other files', async () => {
  const child = flow('child', needs);
  expect(await found({ 'a.yaml': flow('a', calls('child')), 'child.yaml': child })).toEqual([
    'a.yaml:5 subflow-missing-input',
  ]);
  const unknown = flow('a', calls('child', ', inputs: {who: Ada, whom: Bob}'));
  expect(await found({ 'a.yaml': unknown, 'child.yaml': child })).toEqual(['a.yaml:5 subflow-unknown-input']);
  const right = flow('a', calls('child', ', inputs: {who: Ada}'));
  expect(await found({ 'a.yaml': right, 'child.yaml': child })).toEqual([]);
});

test('finds waits in called flows, where no build can end', async () => {
  const asks = (more = '') =>
    `tasks:\n  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: "Go?"${more}}\n`;
  const files = {
    'a.yaml': flow('a', calls('b')),
    'b.yaml': flow('b', calls('child')),
    'child.yaml': flow('child', asks()),
  };
  expect(await found(files)).toEqual(['a.yaml:5 misplaced-wait', 'b.yaml:5 misplaced-wait']);
  const off = flow('child', `${asks(', disabled: true')}  - {id: say, ${log}, message: hi}\n`);
  expect(await found({ 'b.yaml': flow('b', calls('child')), 'child.yaml': off })).toEqual([
    'child.yaml:5 disabled-task',
  ]);
});

test('finds cycles', async () => {
  expect(await found({ 'a.yaml': flow('a', calls('b')), 'b.yaml': flow('b', calls('a')) })).toEqual([
    'a.yaml:5 subflow-cycle',
    'b.yaml:5 subflow-cycle',
  ]);
});

test.each([
  ['that is not among the files', flow('a', calls('other')), flow('child', needs)],
  ['of a revision', flow('a', calls('child', ', revision: 3')), flow('child', needs)],
])('does not check a call of a flow %s', async (_, caller, child) => {
  expect(await found({ 'a.yaml': caller, 'child.yaml': child })).toEqual([]);
});

test('reports an invalid called flow in its own file only', async () => {
  expect(await found({ 'a.yaml': flow('a', calls('child')), 'child.yaml': flow('child', 'tasks: []\n') })).toEqual([
    'child.yaml:4 empty-list',
  ]);
});

test('does not guess which of two files with the same flow is meant', async () => {
  const child = flow('child', needs);
  const files = { 'a.yaml': flow('a', calls('child')), 'b.yaml': child, 'c.yaml': flow('child', says) };
  expect(await found(files)).toEqual([]);
});

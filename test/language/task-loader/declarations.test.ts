import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';

const checkOptions = { vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The types of Flowgate, and one for each text, whose members are added to a module that prints "hello". */
function load(...members: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-tasks-'));
  folders.push(folder);
  for (const [index, member] of members.entries()) {
    const module = `import { defineTask, number, text } from '@flowgate/flowgate/task';
      export const task = defineTask({
        type: 'x.Type${index}', title: 'T', description: 'D', properties: { properties: {} }, local: 'message',
        view: () => ({ message: text('hello') }), examples: [{ title: 'E', yaml: '- {id: a, type: dev.vendor.plugin.x.Type${index}}' }],
        ${member}
      });`;
    writeFileSync(join(folder, `type-${index}.js`), module);
    writeFileSync(join(folder, `type-${index}.groovy.hbs`), 'echo task.message');
  }
  return loadTaskRegistry({ folders: [ownTaskFolder(), outsideTaskFolder(folder)], vendor: 'vendor' });
}

const warning = (title: string) => `warnings: { 'low-disk': { title: '${title}', example: { words: 'W' } } },`;
const check = (code: string) => `check: () => [{ code: '${code}', message: 'M.', path: [] }],`;
const flow = `id: one\nnamespace: tests\ndescription: D\ntasks: [{id: a, type: dev.vendor.plugin.x.Type0}]\n`;

describe('a task module', () => {
  it.each(['number(5000)', 'true'])('can tell a pause apart in its view with %s', async (pause) => {
    const wait = "wait: () => ({ kind: 'pause', seconds: 5 }), local: undefined,";
    const view = `view: () => ({ message: text('hello'), pause: ${pause} }),`;
    const { types } = await load(wait + view);
    expect(types.find(({ name }) => name.endsWith('x.Type0'))).toBeDefined();
  });

  it('reports the warnings that it declares', async () => {
    const taskTypes = await load(warning('The disk is nearly full') + check('low-disk'));
    expect(taskTypes.warnings.get('low-disk')?.title).toBe('The disk is nearly full');
    const { problems } = checkFlow({ text: flow, format: 'yaml' }, { ...checkOptions, taskTypes });
    expect(problems).toMatchObject([{ code: 'low-disk', severity: 'warning', path: '/tasks/0' }]);
  });

  it('cannot report a code that it does not declare', async () => {
    const taskTypes = await load(check('low-disk'));
    expect(() => checkFlow({ text: flow, format: 'yaml' }, { ...checkOptions, taskTypes })).toThrow(
      /type-0\.js: task\.warnings does not declare the code low-disk$/,
    );
  });

  it('declares settings, by name', async () => {
    const { settings } = await load(`settings: { FLOWGATE_ACME_URL: { description: 'D', protocols: ['https'] } },`);
    expect(settings.get('FLOWGATE_ACME_URL')).toEqual({ description: 'D', protocols: ['https'] });
    expect(settings.has('FLOWGATE_ROSBAG_URL')).toBe(true);
  });

  it('says steps of Jenkins plugins', async () => {
    const { types } = await load('fromJenkinsSteps: { slackSend: ({ named: { message } }) => ({ message }) },');
    const { fromJenkinsSteps } = types.find(({ name }) => name === 'dev.vendor.plugin.x.Type0') ?? {};
    expect(fromJenkinsSteps?.slackSend?.({ positional: [], named: { message: 'hello' } })).toEqual({
      message: 'hello',
    });
  });

  it.each([
    [
      'a code of Flowgate',
      [`warnings: { 'empty-list': { title: 'T', example: { words: 'W' } } },`],
      /empty-list is a code of Flowgate itself/,
    ],
    ['no example', [`warnings: { 'low-disk': { title: 'T' } },`], /task\.warnings must be a map of codes/],
    [
      'a code in capitals',
      [`warnings: { LOW: { title: 'T', example: { words: 'W' } } },`],
      /task\.warnings must be a map of codes/,
    ],
    [
      'a name without the prefix',
      [`settings: { ACME_URL: { description: 'D' } },`],
      /task\.settings must be a map of names/,
    ],
    ['no description', [`settings: { FLOWGATE_ACME_URL: {} },`], /task\.settings must be a map of names/],
    [
      'different declarations',
      [warning('One'), warning('Two')],
      /task\.warnings: another type declares low-disk differently/,
    ],
    [
      'an unknown shape',
      ['fromJenkins: { stage: () => ({}) },'],
      /task\.fromJenkins must be a map of shell, container/,
    ],
    [
      'a shape without a function',
      ['fromJenkins: { pause: {} },'],
      /task\.fromJenkins must be a map of shell, container/,
    ],
    [
      'a shape of another type',
      ['fromJenkins: { message: ({ text }) => ({ text }) },'],
      /type-0\.js: task\.fromJenkins: message is already claimed by .*log\.[jt]s/,
    ],
    [
      'a step with a dot',
      [`fromJenkinsSteps: { 'docker.build': () => ({}) },`],
      /task\.fromJenkinsSteps must be a map/,
    ],
    [
      'a step of another type',
      ['fromJenkinsSteps: { slackSend: () => ({}) },', 'fromJenkinsSteps: { slackSend: () => ({}) },'],
      /type-1\.js: task\.fromJenkinsSteps: slackSend is already claimed by .*type-0\.js/,
    ],
  ])('cannot declare %s', async (_, members, problem) => {
    await expect(load(...members)).rejects.toThrow(problem);
  });
});

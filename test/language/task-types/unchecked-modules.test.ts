import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { transpile } from '../../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { loadLanguage } from '../../../src/faces/cli/flows/load-language.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { TaskModuleDefect } from '../../../src/language/task-loader/register-task-type.ts';
import { outsideTaskFolder } from '../../../src/language/task-loader/task-folder.ts';
import type { TaskRegistry } from '../../../src/language/task-types/task-registry.ts';

// The modules that an installation adds are not type-checked.

const attack = "hello')]; sh 'id'; //";
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function load(view: string, template = 'echo {{announcement}}', stem = 'announce.ts'): Promise<TaskRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-tasks-'));
  folders.push(folder);
  const module = `
    import * as flowgate from '@flowgate/flowgate/task';
    const { text, message, boolean } = flowgate;
    export const task = flowgate.defineTask({
      type: 'acme.Announce', title: 'Announce', description: 'Says something.',
      properties: {
        required: ['message'],
        properties: {
          message: { type: 'string', description: 'What.' },
          footer: { type: 'string', description: 'What comes last.' },
        },
      },
      view: ${view},
      examples: [{ title: 'Say hello', yaml: '- {id: say, type: dev.vendor.plugin.acme.Announce, message: hello}' }],
    });`;
  writeFileSync(join(folder, stem), module);
  writeFileSync(join(folder, 'announce.groovy.hbs'), template);
  return loadTaskRegistry({ folders: [outsideTaskFolder(folder)], vendor: 'vendor' });
}

function transpileTask(taskTypes: TaskRegistry, properties: string, sections = ''): string {
  const text = `id: tested\nnamespace: tests\ntasks:\n  - {id: say, type: dev.vendor.plugin.acme.Announce, ${properties}}\n${sections}`;
  const { flow, problems } = checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );
  if (flow === undefined) throw new Error(JSON.stringify(problems));
  return transpile(flow, { taskTypes, settings: { vendor: 'vendor', prefix: 'VENDOR' }, parameters: 'declared' })
    .jenkinsfile;
}

it.each([
  [
    'a string',
    '({ properties }) => ({ announcement: `To team: ${properties.message}` })',
    'returns a string as "announcement"',
  ],
  [
    'Groovy inserted into a string',
    '({ properties }) => ({ announcement: `[${text(properties.message)}]` })',
    'returns a string as "announcement"',
  ],
  ['a number', '() => ({ announcement: 5 })', 'returns a number as "announcement"'],
  ['null', '() => ({ announcement: null })', 'returns null as "announcement"'],
  [
    'a list of strings',
    '({ properties }) => ({ announcement: [properties.message] })',
    'returns a list as "announcement"',
  ],
  [
    'a list of Groovy',
    '({ properties }) => ({ announcement: [text(properties.message)] })',
    'returns a list as "announcement"',
  ],
  [
    'a nested map',
    '({ properties }) => ({ announcement: { text: text(properties.message) } })',
    'returns an object as "announcement"',
  ],
  [
    'an object that converts to a string',
    '({ properties }) => ({ announcement: { toString: () => properties.message, toHTML: () => properties.message } })',
    'returns an object as "announcement"',
  ],
  [
    'an object that looks like a message',
    '({ properties }) => ({ announcement: { code: properties.message, names: [properties.message] } })',
    'returns an object as "announcement"',
  ],
  [
    'a proxy',
    '({ properties }) => ({ announcement: new Proxy(text("a"), {}) })',
    'returns an object as "announcement"',
  ],
  [
    'a function',
    '({ properties }) => ({ announcement: () => properties.message })',
    'returns a function as "announcement"',
  ],
  [
    'a piece that the template does not print',
    '({ properties }) => ({ announcement: text("a"), ["sh \'id\'"]: properties.message })',
    `returns a string as "sh 'id'"`,
  ],
  [
    'a string as a boolean',
    '({ properties }) => ({ announcement: boolean(properties.message) })',
    'Expected a boolean',
  ],
  [
    'a message as a script',
    '({ properties }) => ({ announcement: text("a"), script: message(properties.message) })',
    'returns a message, so values would run as shell code, as "script"',
  ],
  [
    'a list as what stops it',
    '({ properties }) => ({ announcement: text("a"), stop: flowgate.list([]) })',
    'returns a list as "stop"',
  ],
  ['only a string', '({ properties }) => properties.message', 'returns a string; it must return an object'],
  ['a promise', 'async ({ properties }) => ({ announcement: text(properties.message) })', 'returns a promise'],
])('rejects a view that returns %s at startup', async (_, view, problem) => {
  await expect(load(view)).rejects.toThrow(problem);
  await expect(load(view, undefined, 'announce.js')).rejects.toThrow('announce.js: task.examples: ');
});

it('rejects a script with a reference that nothing replaces when a flow is converted', async () => {
  const taskTypes = await load('({ properties }) => ({ announcement: text("a"), script: text(properties.message) })');
  expect(() => transpileTask(taskTypes, 'message: "{{ variables.X }}"', 'variables: {X: a}')).toThrow(
    'write shell code with shell`...`',
  );
});

it.each([
  ['echo {{announcement}}', 'true', 'The template prints {{announcement}}, which is not a piece of Groovy'],
  ['echo {{announcement}}', 'undefined', 'The template prints {{announcement}}, which is not a piece of Groovy'],
  ['echo {{constructor}}', 'text("a")', 'the view does not always return constructor'],
  ['echo {{__proto__}}', 'text("a")', 'the view does not always return __proto__'],
])('rejects %s with %s at startup', async (template, piece, problem) => {
  await expect(load(`() => ({ announcement: ${piece} })`, template)).rejects.toThrow(`announce.groovy.hbs: ${problem}`);
});

it('does not print an unchecked property that no example sets', async () => {
  const types = await load(
    '({ properties: { message, footer } }) => ({ announcement: text(message), footer })',
    'echo {{announcement}}{{#if footer}} + {{footer}}{{/if}}',
  );
  expect(transpileTask(types, 'message: hello')).toContain("echo 'hello'");
  expect(() => transpileTask(types, `message: hello, footer: "${attack}"`)).toThrow(
    /announce\.ts: the view returns a string as "footer"; create it with text/,
  );
});

it('does not print a piece that is only sometimes Groovy', async () => {
  const types = await load(
    '({ properties: { message, footer } }) => ({ announcement: footer === undefined ? text(message) : true })',
  );
  expect(() => transpileTask(types, 'message: hello, footer: x')).toThrow(
    /announce\.ts: The template prints {{announcement}}/,
  );
});

it('reads an object with changing getters only once', async () => {
  const types = await load(
    '({ properties }) => { let asked = 0; return { get announcement() { return asked++ === 0 ? text(properties.message) : properties.message; } }; }',
  );
  expect(transpileTask(types, `message: "${attack}"`)).toContain("announcement: 'hello\\')]; sh \\'id\\'; //'");
});

it('does not print an invalid Groovy name from a module', async () => {
  const types = await load(
    '({ properties: { footer } }) => ({ announcement: message(footer === undefined ? "a" : "{{ variables.a-b }}") })',
    'echo task.announcement',
  );
  expect(() => transpileTask(types, 'message: hello, footer: x')).toThrow('Not a valid name in Groovy: "a-b"');
});

it('the command line reports it in one sentence', async () => {
  await load(
    '({ properties: { message, footer } }) => ({ announcement: text(message), footer })',
    'echo {{announcement}}{{#if footer}} + {{footer}}{{/if}}',
  );
  const language = await loadLanguage({ FLOWGATE_TASKS: folders.at(-1) });
  const text =
    'id: tested\nnamespace: tests\ntasks:\n  - {id: say, type: dev.vendor.plugin.acme.Announce, message: hello, footer: x}\n';
  const { flow } = language.check(text);
  expect(() => language.transpile(flow!, text)).toThrow(TaskModuleDefect);
});

it('with members that Flowgate does not read are rejected, with the nearest one', async () => {
  const view = '() => ({})';
  await expect(load(`${view}, validate: () => []`)).rejects.toThrow(
    'task.validate does not exist. Did you mean "check"?',
  );
  await expect(load(`${view}, alias: []`)).rejects.toThrow('task.alias does not exist. Did you mean "aliases"?');
  await expect(load(`${view}, colour: 1`)).rejects.toThrow('task.colour does not exist. Allowed: type, aliases,');
});

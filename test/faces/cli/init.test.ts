import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandLine } from './command-line.ts';

let commandLine: CommandLine;

beforeEach(() => {
  commandLine = new CommandLine();
});
afterEach(() => commandLine.remove());

const read = (file: string) => commandLine.read(file);

test('creates a flow that is valid, passes its test and runs', async () => {
  const { status, stdout, stderr } = await commandLine.run(['init', 'robots']);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'created robots/flows/hello.yaml',
    'created robots/flows/hello.test.yaml',
    'created robots/.vscode/settings.json',
    'created robots/.flowgate/flow.schema.json',
    'created robots/.flowgate/test.schema.json',
  ]);
  expect(stderr).toBe('Next: cd robots && flowgate test, then flowgate run flows/hello.yaml\n');
  expect(status).toBe(0);

  expect(await commandLine.run(['validate', '--strict', 'robots'])).toEqual({
    status: 0,
    stdout: '',
    stderr: '1 flow checked: 0 errors, 0 warnings\n',
  });
  expect((await commandLine.run(['test', 'robots'])).stdout).toContain('1 case: 1 passed');
  const run = await commandLine.run(['run', 'robots/flows/hello.yaml', '--input', 'user_name=Ada']);
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('The greeting has 9 characters') });
});

test('uses the types of the vendor', async () => {
  commandLine.environment = { FLOWGATE_VENDOR: 'acme' };
  await commandLine.run(['init']);
  expect(read('flows/hello.yaml')).toContain('type: dev.acme.plugin.core.shell.Shell');
  expect(await commandLine.run(['validate', '.'])).toMatchObject({ status: 0 });
});

test('the schemas are where the editor looks for them', async () => {
  await commandLine.run(['init']);
  const settings = JSON.parse(read('.vscode/settings.json')) as { 'yaml.schemas': Record<string, unknown> };
  const schemas = Object.keys(settings['yaml.schemas']);
  expect(schemas).toHaveLength(2);
  for (const schema of schemas) expect(JSON.parse(read(schema))).toHaveProperty('$schema');
  for (const file of ['flows/hello.yaml', 'flows/hello.test.yaml']) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.*)$/m.exec(read(file)) ?? [];
    expect(existsSync(join(commandLine.folder, 'flows', schema))).toBe(true);
  }
});

test('replaces no file', async () => {
  mkdirSync(join(commandLine.folder, 'flows'));
  commandLine.write('flows/hello.yaml', 'mine');
  const { status, stdout } = await commandLine.run(['init']);
  expect(status).toBe(0);
  expect(stdout).toContain('kept flows/hello.yaml: it already exists\ncreated flows/hello.test.yaml\n');
  expect(read('flows/hello.yaml')).toBe('mine');
});

test('reports a folder that cannot be written', async () => {
  commandLine.write('flows', 'a file');
  expect(await commandLine.run(['init'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot write'),
  });
});

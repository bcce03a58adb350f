import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { TaskRunner } from '../support/task-runner.ts';

/**
 * A value of a caller is one argument of each program that a task calls, whatever it looks like: never an option, a file
 * that the program reads, or a line of its configuration. docs/explanation/security-model.md lists the programs.
 */
const runner = new TaskRunner();
afterAll(() => runner.close());

const hostile = ['--privileged', '-v/:/host', '@/etc/passwd', 'a\n--privileged', '--name=other', '; id'];

describe('docker', () => {
  const places: Readonly<Record<string, JsonObject>> = {
    image: { containerImage: '{{ inputs.x }}' },
    user: { containerImage: 'alpine', user: '{{ inputs.x }}' },
    memory: { containerImage: 'alpine', memory: '{{ inputs.x }}' },
    port: { containerImage: 'alpine', portBindings: ['{{ inputs.x }}:80'] },
    'path on the agent': { containerImage: 'alpine', volumes: [{ hostPath: '{{ inputs.x }}', path: '/app' }] },
    'path in the container': { containerImage: 'alpine', volumes: [{ hostPath: 'a', path: '{{ inputs.x }}' }] },
    variable: { containerImage: 'alpine', env: { VALUE: '{{ inputs.x }}' } },
  };
  test.each(Object.entries(places))('reads no option in a value for the %s', async (_, properties) => {
    for (const value of hostile) {
      const { args, stderr } = await docker({ ...properties, commands: ['true'] }, { X: value });
      // Part of an option of the task itself, or the image, which cannot start with "-".
      const isOwn = (argument: string) => /^--(?:user|memory|publish|volume)=./.test(argument);
      expect(
        args.filter((argument) => argument.includes(value) && !isOwn(argument) && argument.startsWith('-')),
      ).toEqual([]);
      expect(args.length > 0 || stderr.includes('Flowgate: ')).toBe(true);
    }
  });

  test('gets no option from the tag of the build', async () => {
    const { args } = await docker({ containerImage: 'alpine' }, { BUILD_TAG: '--volume /:/host' });
    const name = args.indexOf('--name');
    expect(args[name + 1]).toMatch(/^[\w.-]+$/);
    expect(args.filter((argument) => argument === '--volume')).toHaveLength(1);
  });

  /** Runs a container task with a docker that only records. */
  async function docker(properties: JsonObject, values: Readonly<Record<string, string>>) {
    const tools = runner.makeWorkspace();
    const record = join(tools, 'record');
    mkdirSync(record);
    copyFileSync(join(import.meta.dirname, '../support/docker.sh'), join(tools, 'docker'));
    chmodSync(join(tools, 'docker'), 0o755);
    const before = process.env.PATH;
    process.env.PATH = `${tools}${delimiter}${before}`;
    try {
      const given = { ...values, DOCKER_RECORD: record };
      const done = await runner.run({ type: 'docker.run', properties, values: given, inputs: ['x'] });
      const [call] = readdirSync(record);
      const args =
        call === undefined
          ? []
          : readFileSync(join(record, call, 'arguments'), 'utf8')
              .split('\0')
              .slice(0, -1);
      return { ...done, args };
    } finally {
      process.env.PATH = before;
    }
  }
});

describe('curl', () => {
  test.each([
    ...hostile,
    'http://127.0.0.1:9/\noutput = "pwned"',
    'file:///etc/passwd',
    'http://h/"\nurl = "file:///x',
  ])('takes no option and no file from the URL %j', async (value) => {
    const { status, stderr, stdout, workspace } = await request({ url: '{{ inputs.x }}' }, value);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/is not an absolute http or https URL/);
    expect(stdout).not.toContain('root:');
    expect(readdirSync(workspace).filter((name) => name !== '.flowgate')).toEqual([]);
  });

  test('sends a value of a header or a body as it is, and follows no @', async () => {
    const seen: string[] = [];
    const { url, close } = await serverOf((incoming, response) => {
      let body = '';
      incoming.on('data', (piece) => (body += String(piece)));
      incoming.on('end', () => {
        seen.push(`${String(incoming.headers['x-value'])} ${body}`);
        response.end('{}');
      });
    });
    try {
      for (const value of ['@/etc/passwd', '--data=x', '-K/etc/passwd']) {
        const properties = { url, method: 'POST', headers: { 'X-Value': '{{ inputs.x }}' }, body: '{{ inputs.x }}' };
        expect((await request(properties, value)).status).toBe(0);
        expect(seen.at(-1)).toContain(`${value} `);
        expect(seen.at(-1)).not.toContain('root:');
      }
      const { stderr } = await request({ url, headers: { 'X-Value': '{{ inputs.x }}' } }, 'a\nX-Other: b');
      expect(stderr).toContain('not allowed in headers');
    } finally {
      close();
    }
  });

  test.each(['--output', '@x', '../x', '/tmp/x', 'a/../../x'])(
    'saves a response in the workspace only: %j',
    async (value) => {
      const { url, close } = await serverOf((_, response) => response.end('{}'));
      try {
        const { status, workspace } = await request({ url, outputPath: '{{ inputs.x }}' }, value);
        const isInside = !value.includes('..') && !value.startsWith('/');
        expect([status === 0, isInside && existsSync(join(workspace, value))]).toEqual([isInside, isInside]);
      } finally {
        close();
      }
    },
  );

  const request = (properties: JsonObject, value: string) =>
    runner.run({ type: 'core.http.Request', properties, values: { X: value }, inputs: ['x'] });
});

describe('pip', () => {
  test.each([
    ['six{{ inputs.x }}', ' @ file:///tmp/evil'],
    ['six{{ inputs.x }}', ' @ https://example.org/evil.whl'],
    ['{{ inputs.x }}', './evil'],
    ['{{ inputs.x }}', '.'],
    ['{{ inputs.x }}', ' ..'],
    ['{{ inputs.x }}', 'evil.tar.gz[extra]'],
    ['evil{{ inputs.x }}', '-1-py3-none-any.whl'],
    ['{{ inputs.x }}', '--index-url=https://example.org/simple'],
    ['{{ inputs.x }}', 'git+https://example.org/evil'],
    ['{{ inputs.x }}', 'six\n-r evil'],
  ])('installs from no place that a value names: %s with %j', async (requirement, value) => {
    const { status, stderr } = await python({ dependencies: [requirement] }, value);
    expect(status).not.toBe(0);
    expect(stderr).toContain('only a flow can name a place to install from');
  });

  test('reads no requirement as an option', async () => {
    const workspace = runner.makeWorkspace();
    writeFileSync(join(workspace, 'evil.txt'), './evil\n');
    const { status, stderr } = await python({ dependencies: ['{{ inputs.x }}'] }, '-revil.txt', workspace);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/Invalid requirement|pip could not install/);
    expect(stderr).not.toContain("'./evil'");
  });

  test('works in no folder that is an option', async () => {
    for (const value of ['--mode=777', '-', '@x']) {
      const { status, workspace } = await python({ workingDir: '{{ inputs.x }}' }, value);
      expect(status).toBe(0);
      expect(existsSync(join(workspace, value))).toBe(true);
    }
  });

  const python = (properties: JsonObject, value: string, workspace = runner.makeWorkspace()) =>
    runner.run({
      type: 'scripts.python.Script',
      properties: { script: 'print(1)', ...properties },
      values: { X: value },
      inputs: ['x'],
      workspace,
    });
});

test('the loader of recordings takes no option from an id or a folder, and no file from a service in the network', async () => {
  const { url, close } = await serverOf((_, response) => {
    response.end(JSON.stringify({ files: [{ filename: 'passwd', url: 'file:///etc/passwd' }] }));
  });
  const load = (properties: JsonObject, value: string) =>
    runner.run({
      type: 'core.rosbag.LoadById',
      properties,
      values: { X: value, FLOWGATE_ROSBAG_URL: url },
      inputs: ['x'],
    });
  try {
    for (const value of ['--overwrite=false', '-h', '@/etc/passwd', 'a\nb']) {
      const { status, stdout } = await load({ ids: ['{{ inputs.x }}'] }, value);
      expect(status).not.toBe(0);
      expect(stdout).not.toContain('usage');
    }
    const { stderr, workspace } = await load({ ids: ['a'] }, '');
    expect(stderr).toContain('returned a file URL');
    expect(existsSync(join(workspace, 'rosbags/passwd'))).toBe(false);
  } finally {
    close();
  }
});

async function serverOf(listener: RequestListener) {
  const server = await listen(listener);
  return { url: urlOf(server), close: () => void server.close() };
}

import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { lookAround, systemValues } from '../support/system-names.ts';
import { TaskRunner, type TaskRequest } from '../support/task-runner.ts';

const runner = new TaskRunner();
afterAll(() => runner.close());

interface DockerCall {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a container task with a docker that only records; see support/docker.sh. */
async function run(properties: JsonObject, rest: Partial<TaskRequest> = {}) {
  const tools = runner.makeWorkspace();
  const record = join(tools, 'record');
  mkdirSync(record);
  copyFileSync(join(import.meta.dirname, '../support/docker.sh'), join(tools, 'docker'));
  chmodSync(join(tools, 'docker'), 0o755);
  const before = process.env.PATH;
  process.env.PATH = `${tools}${delimiter}${before}`;
  try {
    const values = { ...rest.values, DOCKER_RECORD: record, BUILD_TAG: 'jenkins-ci-büro-7' };
    const done = await runner.run({
      type: 'docker.run',
      ...rest,
      properties: { containerImage: 'alpine:3', ...properties },
      values,
    });
    return { ...done, calls: readdirSync(record).map((call) => readCall(join(record, call))) };
  } finally {
    process.env.PATH = before;
  }
}

function readCall(folder: string): DockerCall {
  const parts = (file: string) => readFileSync(join(folder, file), 'utf8').split('\0').slice(0, -1);
  const environment = parts('environment').map((entry) => [
    entry.slice(0, entry.indexOf('=')),
    entry.slice(entry.indexOf('=') + 1),
  ]);
  return { args: parts('arguments'), environment: Object.fromEntries(environment) as Record<string, string> };
}

/** The values of an option, in either form. */
function optionsOf({ args }: DockerCall, name: string): string[] {
  return args.flatMap((argument, index) => {
    if (argument === name) return [args[index + 1] ?? ''];
    return argument.startsWith(`${name}=`) ? [argument.slice(name.length + 1)] : [];
  });
}

const awkward = 'it\'s "q" \\n $HOME `id` $(id)\n--privileged 日本語';

describe('docker.run', () => {
  it('runs one script in the workspace as the user of the agent', async () => {
    const { calls, workspace, stdout, status } = await run(
      { commands: ['printf "%s" "{{ inputs.m }}"', 'pwd'] },
      { values: { M: awkward } },
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`${awkward}${workspace}\n`);
    const [call] = calls;
    expect(call?.args.slice(0, 2)).toEqual(['run', '--rm']);
    expect(optionsOf(call!, '--user')).toEqual([`${process.getuid?.()}:${process.getgid?.()}`]);
    expect(optionsOf(call!, '--workdir')).toEqual([workspace]);
    expect(optionsOf(call!, '--volume')).toEqual([`${workspace}:${workspace}`]);
    expect(optionsOf(call!, '--name')[0]).toMatch(/^jenkins-ci-b--ro-7-[\w.-]+-one$/);
    expect(call?.args.slice(-3, -1)).toEqual(['alpine:3', '-e']);
  });

  it('passes every variable by name and no value in an argument', async () => {
    const { calls } = await run({ env: { GREETING: 'to {{ inputs.m }}' } }, { values: { M: awkward, EMPTY: '' } });
    const [call] = calls;
    expect(optionsOf(call!, '-e')).toEqual(['M', 'EMPTY', 'DOCKER_RECORD', 'BUILD_TAG', 'GREETING']);
    expect(call?.environment).toMatchObject({ M: awkward, EMPTY: '', GREETING: `to ${awkward}` });
    expect(call?.args.join(' ')).not.toContain('日本語');
  });

  it.each(['variables', 'env'])(
    'sets %s with names of the system in the container, but not for docker',
    async (kind) => {
      const values = { ...systemValues, BUILD_TAG: 'tag' };
      const seen = { env: kind === 'env' ? values : {}, outputSchema: { seen: 'JSON' } } as const;
      const { calls, status, outputs } = await run(
        {
          env: seen.env,
          commands: [`/usr/bin/python3 -I -c '${lookAround}\nprint(json.dumps({"seen": seen["wrong"]}))'`],
        },
        { variables: Object.keys(values), ...(kind === 'variables' && { values }), outputSchema: seen.outputSchema },
      );
      expect({ status, wrong: Object.keys(JSON.parse(outputs ?? '').seen) }).toEqual({
        status: 0,
        wrong: ['BUILD_TAG'],
      });
      const { PATH, HOME, LD_LIBRARY_PATH, PYTHONPATH, ...others } = calls[0]!.environment;
      expect({ HOME, LD_LIBRARY_PATH, PYTHONPATH }).toEqual({ HOME: process.env.HOME });
      expect(PATH).toContain(process.env.PATH);
      expect(others.FLOWGATE_DEFERRED_PATH).toBe(systemValues.PATH);
      expect(calls[0]?.args.join(' ')).not.toContain('touch pwned');
    },
  );

  it("passes variables with names of the system to the image's own command in a file", async () => {
    const values = { PATH: '/opt/bin:/bin', HOME: ' "a b" # $HOME', LD_LIBRARY_PATH: '' };
    const kept = join(runner.makeWorkspace(), 'kept');
    const { calls, status } = await run(
      { env: { PYTHONPATH: '/opt/lib', KEPT: kept } },
      { variables: Object.keys(values), values },
    );
    expect(status).toBe(0);
    const [file] = optionsOf(calls[0]!, '--env-file');
    expect(file).toContain('/.flowgate/scripts/');
    expect(readFileSync(kept, 'utf8')).toBe(
      'PATH=/opt/bin:/bin\nHOME= "a b" # $HOME\nLD_LIBRARY_PATH=\nPYTHONPATH=/opt/lib\n',
    );
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const broken = await run({}, { variables: ['PATH'], values: { PATH: 'one\ntwo' } });
    expect(broken).toMatchObject({ status: 1, calls: [] });
    expect(broken.stderr).toContain('the value of PATH has several lines');
  });

  it('gives a user without a home one that is writable, unless the flow sets HOME', async () => {
    const home = async (rest: Partial<TaskRequest>, properties: JsonObject = {}) =>
      (await run({ commands: ['echo "$HOME"'], ...properties }, rest)).stdout;
    const before = process.env.HOME;
    try {
      for (const missing of ['/nowhere', '']) {
        process.env.HOME = missing;
        expect(await home({})).toBe(missing === '' && process.getuid?.() === 0 ? '\n' : '/tmp\n');
      }
      expect(await home({}, { env: { HOME: '/mine' } })).toBe('/mine\n');
      expect(await home({ variables: ['HOME'], values: { HOME: '/flow' } })).toBe('/flow\n');
    } finally {
      process.env.HOME = before;
    }
  });

  it.each(['image', '{{ inputs.who }}'])("runs as the image's own user with user: %s", async (user) => {
    const { calls, status, workspace } = await run(
      { user, commands: ['stat -c %a "$FLOWGATE_TASK_DIR" "$FLOWGATE_TASK_DIR/commands"'] },
      { values: { WHO: 'image' } },
    );
    expect({ status, workspace }).toEqual({ status: 0, workspace });
    expect(optionsOf(calls[0]!, '--user')).toEqual([]);
  });

  it('stops at the first failing command, and fails with its status', async () => {
    const { status, stdout } = await run({ commands: ['echo one', '(exit 7)', 'echo two'] });
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'one\n' });
  });

  it("runs the image's own command if there are none, and reads the outputs from it", async () => {
    const { calls, outputs } = await run({}, { outputSchema: { from: 'STRING' } });
    expect(calls[0]?.args.at(-1)).toBe('alpine:3');
    expect(calls[0]?.args).not.toContain('--entrypoint');
    expect(outputs).toBe('{"from": "the image"}\n');
  });

  it('mounts volumes; a relative path starts in the workspace', async () => {
    const volumes: JsonObject[] = [
      { hostPath: './check out', path: '/app' },
      { hostPath: '{{ inputs.cache }}', path: '/cache', readOnly: true },
    ];
    const { calls, workspace } = await run({ volumes }, { values: { CACHE: '/var/cache/x y' } });
    expect(optionsOf(calls[0]!, '--volume').slice(1)).toEqual([
      `${workspace}/check out:/app`,
      '/var/cache/x y:/cache:ro',
    ]);
    expect(existsSync(join(workspace, 'check out'))).toBe(true);
  });

  it('rejects values that docker would misread', async () => {
    const colon = await run(
      { volumes: [{ hostPath: '{{ inputs.folder }}', path: '/app' }] },
      { values: { FOLDER: '/etc:/app:rw' } },
    );
    expect(colon).toMatchObject({ status: 1, calls: [] });
    const option = await run({ containerImage: '{{ inputs.image }}' }, { values: { IMAGE: '--privileged' } });
    expect(option).toMatchObject({ status: 1, calls: [] });
  });

  it('sets the options of all properties', async () => {
    const { calls } = await run(
      {
        portBindings: ['8080:80'],
        cpu: 1.5,
        memory: '512m',
        privileged: true,
        pullPolicy: 'IF_NOT_PRESENT',
        user: '{{ inputs.who }}',
        deviceRequests: [
          { driver: 'nvidia', count: 2, capabilities: [['gpu', 'compute']] },
          { deviceIds: ['0', '3'] },
          {},
        ],
      },
      { values: { WHO: '1000:1000' } },
    );
    const [call] = calls;
    expect(
      ['--publish', '--cpus', '--memory', '--pull', '--user', '--gpus'].map((name) => optionsOf(call!, name)),
    ).toEqual([
      ['8080:80'],
      ['1.5'],
      ['512m'],
      ['missing'],
      ['1000:1000'],
      ['driver=nvidia,count=2,"capabilities=gpu,compute"', '"device=0,3"', 'count=all'],
    ]);
    expect(call?.args).toContain('--privileged');
  });

  it('publishes ports in every form', async () => {
    const portBindings = [
      '9090:90',
      { containerPort: 80 },
      { hostPort: 8080, containerPort: 80, protocol: 'udp' },
      { hostPort: 1, containerPort: 2, hostIp: '127.0.0.1' },
      { containerPort: 3, hostIp: '::1' },
      { containerPort: 4, hostIp: '[::1]' },
      { hostPort: '{{ inputs.port }}', containerPort: 5, hostIp: '{{ inputs.ip }}' },
    ] as const;
    const { calls } = await run({ portBindings }, { values: { PORT: '81', IP: '::2' } });
    expect(optionsOf(calls[0]!, '--publish')).toEqual([
      '9090:90',
      '80/tcp',
      '8080:80/udp',
      '127.0.0.1:1:2/tcp',
      '[::1]::3/tcp',
      '[::1]::4/tcp',
      '[::2]:81:5/tcp',
    ]);
  });

  it('reads a memory size from a value', async () => {
    const { calls } = await run({ memory: '{{ inputs.size }}' }, { values: { SIZE: '2g --privileged' } });
    expect(optionsOf(calls[0]!, '--memory')).toEqual(['2g --privileged']);
  });

  it('grants no access unless a value is exactly true', async () => {
    const { calls } = await run({ privileged: '{{ inputs.x }}', wait: '{{ inputs.x }}' }, { values: { X: 'TRUE' } });
    expect(calls[0]?.args.filter((argument) => /privileged|detach/.test(argument))).toEqual([]);
  });

  it('with wait: false, leaves the container and its commands running after the task', async () => {
    const { calls, workspace } = await run({ wait: false, commands: ['serve'] });
    expect(calls[0]?.args).toContain('--detach');
    const commands = calls[0]?.args.at(-1) ?? '';
    expect(commands.startsWith(`${workspace}/.flowgate/`)).toBe(true);
    expect(readFileSync(commands, 'utf8')).toMatch(/\nserve\n$/);
    expect(statSync(commands).isFile()).toBe(true);
  });

  it('removes its container after a timeout', async () => {
    const { status, calls } = await run({ commands: ['sleep 60'] }, { limit: 1 });
    expect(status).toBe(124);
    const [started, ...removed] = calls;
    const name = optionsOf(started!, '--name')[0];
    expect(removed[0]?.args).toEqual(['rm', '--force', '--', name]);
  });
});

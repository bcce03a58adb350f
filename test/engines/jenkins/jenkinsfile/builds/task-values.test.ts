import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../../../../src/faces/cli/flows/load-language.ts';
import type { MiniBuild } from '../../../../support/mini-jenkins.ts';
import { flowText, jenkinsfileOf } from '../../../../support/transpile-yaml.ts';
import { python, shell, startMiniJenkins, subflow } from './mini-build.ts';

const { jenkins, run } = startMiniJenkins();

const folder = mkdtempSync(join(tmpdir(), 'flowgate-values-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tools = join(folder, 'tools');
mkdirSync(tools);
copyFileSync(join(import.meta.dirname, '../../../../support/docker.sh'), join(tools, 'docker'));
chmodSync(join(tools, 'docker'), 0o755);

let records = 0;

/** Runs a flow with a docker that only records; returns the arguments of its first call, undefined without a call. */
async function runContainer(
  body: string,
  parameters: Record<string, string> = {},
): Promise<{ build: MiniBuild; args: readonly string[] }> {
  const record = join(folder, `record-${++records}`);
  mkdirSync(record);
  const build = await run(body, {
    parameters,
    environment: { PATH: `${tools}${delimiter}${process.env.PATH}`, DOCKER_RECORD: record },
  });
  const [call] = readdirSync(record);
  return { build, args: call === undefined ? [] : readFileSync(join(record, call, 'arguments'), 'utf8').split('\0') };
}

const inputs = `inputs:
  - {id: cores, type: FLOAT, required: false}
  - {id: gpus, type: INT, required: false}
  - {id: port, type: INT, required: false}
  - {id: debug, type: BOOLEAN, required: false}
  - {id: waits, type: BOOLEAN, required: false}
`;
const container = `${inputs}tasks:
  - id: train
    type: dev.vendor.plugin.docker.run
    containerImage: alpine:3
    cpu: "{{ inputs.cores }}"
    privileged: "{{ inputs.debug }}"
    wait: "{{ inputs.waits }}"
    volumes: [{hostPath: /a, path: /a, readOnly: "{{ inputs.debug }}"}]
    portBindings: [{hostPort: "{{ inputs.port }}", containerPort: 80, hostIp: "::1"}]
    deviceRequests: [{driver: nvidia, count: "{{ inputs.gpus }}", capabilities: [gpu]}]
`;

describe('references for numbers and booleans of a task', () => {
  it('have the values of the build', async () => {
    const { build, args } = await runContainer(container, {
      CORES: '1.5',
      GPUS: '2',
      DEBUG: 'true',
      WAITS: 'false',
      PORT: '8080',
    });
    expect(build.error).toBeNull();
    const expected = [
      '--cpus=1.5',
      '--privileged',
      '--detach',
      '--volume=/a:/a:ro',
      '--publish=[::1]:8080:80/tcp',
      '--gpus=driver=nvidia,count=2,"capabilities=gpu"',
    ];
    expect(args).toEqual(expect.arrayContaining(expected));
  });

  it('have the default of their property if they have no value', async () => {
    const { build, args } = await runContainer(container);
    expect(build.error).toBeNull();
    expect(args).toEqual(
      expect.arrayContaining([
        '--volume=/a:/a',
        '--publish=[::1]::80/tcp',
        '--gpus=driver=nvidia,count=-1,"capabilities=gpu"',
      ]),
    );
    expect(args.filter((argument) => /^--(cpus|privileged|detach)/.test(argument))).toEqual([]);
  });

  it.each([
    [{ CORES: '0' }, '"cpu" must be greater than 0; inputs.cores is 0'],
    [{ GPUS: '-2' }, '"count" must be at least -1; inputs.gpus is -2'],
    [{ PORT: '65536' }, '"hostPort" must be at most 65535; inputs.port is 65536'],
  ])('fail the task before it starts if they are out of bounds: %j', async (parameters, sentence) => {
    const { build, args } = await runContainer(container, parameters);
    expect([build.result, build.error]).toEqual(['FAILURE', expect.stringContaining(`Task train failed: ${sentence}`)]);
    expect(args).toEqual([]);
  });

  it('are checked again in a variable, and never run as shell code', async () => {
    const body = `inputs:\n  - {id: x, type: STRING}\nvariables: {CORES: "1{{ inputs.x }}"}\ntasks:\n  - {id: train, type: dev.vendor.plugin.docker.run, containerImage: alpine, cpu: "{{ variables.CORES }}"}\n`;
    const harmful = '; touch harmed $(touch harmed) `touch harmed` " \' $HOME';
    const { build, args } = await runContainer(body, { X: harmful });
    expect(build.error).toContain(`Task train failed: "cpu" must be a number; variables.CORES is 1${harmful}`);
    expect(args).toEqual([]);
    expect(existsSync(join(build.workspace, 'harmed'))).toBe(false);
    expect((await runContainer(body, { X: '.5' })).args).toContain('--cpus=1.5');
  });

  it('fail a single task like any other failure', async () => {
    const build = await run(
      `variables: {STRICT: "some{{ inputs.when }}"}
inputs:
  - {id: when, type: STRING}
tasks:
  - {id: strict, ${python}, script: "print(1)", failOnStderr: "{{ variables.STRICT }}", allow_failure: true, retry: {max_attempt: 2, interval: 1s}}
  - {id: after, ${shell}, commands: [echo after]}
`,
      { parameters: { WHEN: 'times' } },
    );
    expect(build.result).toBe('UNSTABLE');
    expect(build.console).toContain(
      'Task strict failed: "failOnStderr" must be true or false; variables.STRICT is sometimes',
    );
    expect(build.console).not.toContain('follows in');
    expect(build.console).toContain('after');
  });

  it('can be outputs of tasks and of subflows', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\ninputs:\n  - {id: strict, type: BOOLEAN}\ntasks:\n  - {id: tell, ${python}, script: "import sys; print('{}', file=sys.stderr)", failOnStderr: "{{ inputs.strict }}"}\n  - {id: say, ${shell}, script: "echo '{\\"verdict\\": true}'", outputSchema: {verdict: {type: BOOLEAN}}}\noutputs:\n  - {id: strict, type: BOOLEAN, value: "{{ task_outputs.say.verdict }}"}\n`;
    const body = `tasks:
  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {strict: false}, outputSchema: {strict: {type: BOOLEAN}}}
  - {id: strict, ${python}, script: "import sys; print('oh', file=sys.stderr)", failOnStderr: "{{ task_outputs.call.strict }}"}
`;
    const build = await run(body, {}, [child]);
    expect(build.error).toContain('Task strict failed: its script ended with status 1');
    expect(build.console).toContain('the task wrote to standard error');
  });
});

it('Jenkinsfiles without such references do not contain the code that checks them', () => {
  const jenkinsfile = (cpu: string) =>
    jenkinsfileOf(
      flowText(
        `inputs:\n  - {id: c, type: INT, defaults: 1}\ntasks:\n  - {id: t, type: dev.vendor.plugin.docker.run, containerImage: "a:{{ inputs.c }}", cpu: ${cpu}}\n`,
      ),
    );
  expect(jenkinsfile('1')).not.toContain('problemOfValues');
  expect(jenkinsfile('"{{ inputs.c }}"')).toContain('String problemOfValues(');
});

describe('an external task type', () => {
  const files = {
    'repeat.js': `import { defineTask, boolean, number, text, shellBoolean, shellNumber } from '@flowgate/flowgate/task';
export const task = defineTask({
  type: 'acme.Repeat', title: 'Repeat', description: 'Repeats.',
  properties: { required: ['times'], properties: {
    times: { type: 'integer', minimum: 1, description: 'How often.' },
    share: { type: 'number', default: 0.5, description: 'Which share.' },
    loud: { type: 'boolean', default: false, description: 'How loud.' },
  } },
  view: ({ properties: { times, share, loud } }) => ({
    times: number(times), loud: boolean(loud ?? false), share: number(share ?? 0.5, 0.5),
    script: text('echo ' + shellNumber(times) + ' ' + shellNumber(share, 0.5) + ' ' + shellBoolean(loud, false)),
  }),
  examples: [{ title: 'E', yaml: '- {id: a, type: dev.vendor.plugin.acme.Repeat, times: 2}' }],
});`,
    'repeat.groovy.hbs': 'echo "${ {{times}} * 2 } ${ {{share}} * 2 } ${ {{loud}} ? 1 : 0 }"\nrunScript(task)\n',
  };
  const flow = flowText(`inputs:
  - {id: n, type: INT, required: false}
  - {id: f, type: FLOAT, required: false}
  - {id: b, type: BOOLEAN, required: false}
tasks:
  - {id: t, type: dev.vendor.plugin.acme.Repeat, times: "{{ inputs.n }}", share: "{{ inputs.f }}", loud: "{{ inputs.b }}"}
`);

  it('prints them as Groovy and as shell', async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const language = await loadLanguage({ FLOWGATE_TASKS: folder });
    const { flow: checked, problems } = language.check(flow);
    expect(problems).toEqual([]);
    const { jenkinsfile } = language.transpile(checked!, flow); // it has no problems
    const given = await jenkins.run(jenkinsfile, { parameters: { N: '3', F: '1e-7', B: 'true' } });
    expect(given.error).toBeNull();
    expect(given.console).toContain('6 2.0E-7 1');
    expect(given.console).toContain('3 1e-7 true');
    const defaults = await jenkins.run(jenkinsfile, { parameters: { N: '3' } });
    expect(defaults.console).toContain('6 1.0 0');
    expect(defaults.console).toContain('3 0.5 false');
    const missing = await jenkins.run(jenkinsfile);
    expect(missing.error).toContain('Task t failed: "times" is required, but inputs.n has no value');
  });
});

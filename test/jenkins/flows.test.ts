import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { JenkinsByHand } from '../support/jenkins-by-hand.ts';
import { startGatewayOn, type GatewayWithWorker } from '../support/running-gateway.ts';

const samples = join(import.meta.dirname, '../fixtures/flows');
const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';

describe.skipIf(!process.env.JENKINS_URL)('flows on a real controller', () => {
  const recordings = mkdtempSync(join(tmpdir(), 'flowgate-recordings-'));
  const folder = ownFolder();
  let running: GatewayWithWorker;
  beforeAll(async () => {
    mkdirSync(join(recordings, 'drive-0001'));
    writeFileSync(join(recordings, 'drive-0001', 'a.bag'), 'recorded');
    running = await startGatewayOn(
      { ...controllerUnderTest(), folder },
      { taskSettings: { FLOWGATE_ROSBAG_URL: `file://${recordings}` } },
    );
    for (const name of ['hello', 'drive-report', 'every-input', 'build-service', 'release', 'awkward-text'])
      await running.store(readFileSync(join(samples, `${name}.yaml`), 'utf8'));
  });
  afterAll(async () => {
    await running.stop();
    await removeFolder(controllerUnderTest(), folder);
  });

  const stop = (id: string) =>
    request(running.gateway.app).post(`/executions/${id}/stop`).set('x-oidc-sub', 'eve').expect(202);
  const logOf = async (id: string) =>
    (await request(running.gateway.app).get(`/executions/${id}/logs`).expect(200)).text;

  /** Runs a flow to its end. */
  async function ended(
    state: string,
    flow: string,
    { namespace = 'examples', inputs = {} }: { namespace?: string; inputs?: Record<string, string> } = {},
  ) {
    const { body } = await running.run({ inputs }, { namespace, flow });
    const execution = await running.until(body.id, state);
    return { execution, text: await logOf(body.id), console: await consoleOf(execution.build.url) };
  }

  /** What Jenkins itself shows to users. */
  async function consoleOf(buildUrl: string): Promise<string> {
    return (await new JenkinsByHand(controllerUnderTest()).request(`${buildUrl}consoleText`)).text();
  }

  async function own(id: string, body: string): Promise<void> {
    await running.store(`id: ${id}\nnamespace: examples\ndescription: A flow of the tests.\n${body}`);
  }

  it('hello greets', async () => {
    const { execution, text } = await ended('SUCCESS', 'hello', { inputs: { user_name: 'Ada' } });
    expect(text).toContain('Hello Ada');
    expect(execution.history.map(({ state }: { state: string }) => state)).toEqual([
      'CREATED',
      'QUEUED',
      'RUNNING',
      'SUCCESS',
    ]);
  });

  it('drive-report loads recordings; its outputs and artifacts are returned', async () => {
    const { execution, text } = await ended('SUCCESS', 'drive-report', {
      namespace: 'robotics.fleet',
      inputs: { rosbag_id: 'drive-0001' },
    });
    expect(execution.outputs).toEqual({ file_count: 1 });
    expect(execution.tasks).toMatchObject([
      { path: 'load', state: 'SUCCESS' },
      { path: 'measure' },
      { path: 'alarm', state: 'SKIPPED' },
      { path: 'report' },
    ]);
    expect(text).toContain('1 files, 8 bytes (quick)');
    const summary = await request(running.gateway.app)
      .get(`/executions/${execution.id}/artifacts/summary.json`)
      .buffer(true)
      .expect(200);
    expect(JSON.parse(String(summary.body))).toEqual({ files: 1, bytes: 8, depth: 'quick' });
  });

  it('every-input passes its values', async () => {
    const { text } = await ended('SUCCESS', 'every-input', {
      inputs: { name: 'Bob', api_key: 'a-secret-value', not_before: '2026-01-01T08:00:00' },
    });
    for (const line of [
      '"NAME": "Bob"',
      '"BATCH_SIZE": "32"',
      '"API_KEY": "****"',
      '"NOT_BEFORE": "2026-01-01T08:00:00"',
      '"WEBHOOK": null',
      '"DATASET": null',
    ])
      expect(text).toContain(line);
  });

  it('release runs its subflow', async () => {
    const { execution, text } = await ended('SUCCESS', 'release', {
      namespace: 'devops',
      inputs: { service: 'pay', version: 'v1.2.3', 'deploy-token': 'deploy-secret' },
    });
    expect(execution.outputs).toEqual({ released: 'pay-v1.2.3' });
    expect(execution.subflows).toEqual([{ namespace: 'ci', id: 'build-service', revision: 1 }]);
    expect(execution.tasks).toMatchObject([
      { path: 'build' },
      { path: 'build/image' },
      { path: 'deploy' },
      { path: 'notify', state: 'SKIPPED' },
      { path: 'clean' },
    ]);
    for (const line of ['deploying pay-v1.2.3 from registry.example/pay:v1.2.3', 'token has 13 characters'])
      expect(text).toContain(line);
  });

  it('awkward-text prints its values unchanged', async () => {
    const message = `it's "q" \\ $$5 $PLAIN \${JOB_NAME} \`x\` $(touch pwned) 日本語 🚀`;
    const { text } = await ended('SUCCESS', 'awkward-text', { inputs: { message } });
    for (const line of [
      message,
      `Said: ${message} (price $5, path C:\\temp, ''' and """)`,
      `embedded: ${message}`,
      'True',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('a failure runs errors and finally', async () => {
    await own(
      'fails',
      `tasks:
  - {id: works, ${shell}, commands: ['true']}
  - {id: breaks, ${shell}, commands: [exit 3]}
  - {id: never, ${log}, message: never}
errors:
  - {id: repair, ${log}, message: repairing}
finally:
  - {id: last, ${log}, message: the final task}
`,
    );
    const { execution, text } = await ended('FAILED', 'fails');
    expect(execution.reason).toBe('Task breaks failed: its script ended with status 3');
    expect(execution.tasks.map(({ path, state }: { path: string; state: string }) => `${path} ${state}`)).toEqual([
      'works SUCCESS',
      'breaks FAILED',
      'repair SUCCESS',
      'last SUCCESS',
    ]);
    for (const line of ['repairing', 'the final task']) expect(text.split('\n')).toContain(line);
  });

  it('files are archived by common patterns', async () => {
    await own(
      'keeps',
      `tasks:
  - {id: all, ${shell}, outputSchema: {n: {type: INT}}, outputFiles: ['**'], commands: [mkdir -p out/sub, 'echo 1 > out/a.csv', 'echo 2 > "out/sub/b c.txt"', "echo '{\\"n\\": 1}'"]}
  - {id: folder, ${shell}, outputFiles: [./out/, ./later/*.log, new*/, missing], commands: [mkdir later new, touch later/x.log out/y new/z]}
`,
    );
    const { execution, text } = await ended('SUCCESS', 'keeps');
    const { body } = await request(running.gateway.app).get(`/executions/${execution.id}/artifacts`).expect(200);
    expect(body.artifacts.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'later/x.log',
      'new/z',
      'out/a.csv',
      'out/sub/b c.txt',
      'out/y',
    ]);
    expect(text).toContain('missing');
  });

  it('a timeout fails the task', async () => {
    await own('slow', `tasks:\n  - {id: waits, ${shell}, timeout: 2s, commands: [sleep 60]}\n`);
    const { execution } = await ended('FAILED', 'slow');
    expect(execution.tasks).toMatchObject([{ path: 'waits', state: 'FAILED' }]);
  });

  it('an abort ends it, and the final tasks run', async () => {
    await own(
      'long',
      `tasks:\n  - {id: waits, ${shell}, commands: [sleep 60]}\nfinally:\n  - {id: last, ${log}, message: the final task}\n`,
    );
    const { body } = await running.run({}, { flow: 'long' });
    await running.until(body.id, ({ tasks }) => tasks.length === 1);
    await stop(body.id);
    const execution = await running.until(body.id, 'KILLED');
    expect(execution).toMatchObject({
      reason: 'Stopped by eve.',
      tasks: [
        { path: 'waits', state: 'KILLED' },
        { path: 'last', state: 'SUCCESS' },
      ],
    });
    expect((await logOf(body.id)).split('\n')).toContain('the final task');
  });

  it('an abort in Jenkins records who did it', async () => {
    const { body } = await running.run({}, { flow: 'long' });
    const { build } = await running.until(body.id, ({ tasks }) => tasks.length === 1);
    await running.gateway.jenkins!.stopBuild({
      job: { namespace: 'examples', id: 'long' },
      number: build.number,
    });
    expect((await running.until(body.id, 'KILLED')).reason).toContain(controllerUnderTest().user);
  });

  it('a retry succeeds at the third attempt', async () => {
    await own(
      'retried',
      `tasks:\n  - {id: third, ${shell}, retry: {max_attempt: 3, interval: 0.2s}, commands: ['echo x >> tries', '[ "$(wc -l < tries)" -ge 3 ]']}\n`,
    );
    const { execution, text } = await ended('SUCCESS', 'retried');
    expect(execution.tasks).toMatchObject([{ path: 'third', state: 'SUCCESS' }]);
    expect(text).toContain('Attempt 3 of 3');
  });

  describe('a secret', () => {
    // Prints a digest of the secret, which no mask affects, and then the secret.
    const flow = `inputs:
  - {id: key, type: SECRET}
tasks:
  - {id: shows, ${shell}, commands: ['printf "digest "; printf %s "$KEY" | sha256sum | cut -c1-64', 'printf %s "$KEY" | while IFS= read -r line || [ -n "$line" ]; do printf "line [%s]\\n" "$line"; done', 'env | grep FLOWGATE_LINE || echo no more variables']}
`;
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    const awkward = 'it\'s "quoted" $HOME $$ ${JOB_NAME} \\n \\ `x` %s äöü 日本語 🚀';

    it('of several lines is also masked in the subflow it is passed to', async () => {
      await own('told', flow);
      await own(
        'tells',
        `inputs:
  - {id: key, type: SECRET}
  - {id: other, type: SECRET}
tasks:
  - {id: tell, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: told, inputs: {key: '{{ inputs.other }}'}}
  - {id: shows, ${shell}, commands: ['printf "%s\\n" "$OTHER" "$KEY"', 'env | grep FLOWGATE_LINE || echo no more variables']}
`,
      );
      const [key, other] = ['first-of-one\nsecond-of-one', 'first-of-other\nsecond-of-other'];
      const { text, console } = await ended('SUCCESS', 'tells', { inputs: { key, other } });
      for (const shown of [text, console]) {
        expect(shown).toContain(`digest ${digest(other)}\n`);
        expect(shown.match(/^no more variables$/gm)).toHaveLength(2);
        expect(shown).not.toMatch(/(first|second)-of-/);
      }
    });

    it.each([
      ['of one line', awkward],
      ['of several lines', `-----BEGIN KEY-----\nMIIE${'abc+/'.repeat(12)}\n  ${awkward}\n-----END KEY-----`],
      ['with a line break at its end', 'first-line-of-it\nsecond-line-of-it\n'],
      ['with the line breaks of Windows', 'first-line-of-it\r\nsecond-line-of-it\r\n'],
      ['of a hundred lines', Array.from({ length: 100 }, (_, index) => `line-number-${index * 7919}`).join('\n')],
    ])('%s arrives byte for byte, and nobody sees it', async (_name, key) => {
      await own('secretive', flow);
      const { text, console } = await ended('SUCCESS', 'secretive', { inputs: { key } });
      for (const shown of [text, console]) {
        expect(shown).toContain(`digest ${digest(key)}\n`);
        expect(shown).toMatch(/^line \[\s*\*\*\*\*\s*\]$/m);
        expect(shown).toContain('no more variables');
        for (const line of key.split(/[\r\n]+/).filter(Boolean)) expect(shown).not.toContain(line.trim());
      }
      expect(await running.gateway.jenkins!.listSecrets('flowgate-')).toEqual([]);
    });
  });
});

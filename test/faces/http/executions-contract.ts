import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayWithWorker } from '../../support/running-gateway.ts';
import type { BuildPlan } from '../../support/stand-in-jenkins/build-plan.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const python = 'type: dev.vendor.plugin.scripts.python.Script';

// Paths that Jenkins serves but does not list: archives, file lists with hidden folders, and its own pages.
const notFiles = [
  'none.txt',
  'out',
  'out/',
  '.flowgate/outputs.json',
  '.FLOWGATE/outputs.json',
  '%2eflowgate/outputs.json',
  '..%2f..%2fconfig.xml',
  '..%2fconsoleText',
  '.%2f.flowgate/outputs.json',
  '*zip*/archive.zip',
  'out/*zip*/out.zip',
  '%2Azip%2A/archive.zip',
  '**/*zip*/all.zip',
  '*/*zip*/all.zip',
  '.flowgate/*zip*/x.zip',
  '%3Fflowgate/*zip*/x.zip',
  '*plain*',
  '**',
  '*',
  '*/outputs.json',
  '%3Fflowgate/outputs.json',
  '.flowgat*/outputs.json',
  '.flowgate%5Coutputs.json',
  'out/a%20b.txt/*view*',
  'out/a%20b.txt/*fingerprint*',
  '%252Azip%252A/archive.zip',
  '%2A%7Aip%2A/archive.zip',
  'out%2F%2Azip%2A%2Fout.zip',
  '%2Aview%2A/x',
  '%2Aplain%2A',
  'out/%2Aplain%2A',
  'out/a%20b.txt/%2Aview%2A',
  'out/a%20b.txt/%252Aview%252A',
  '%252e%252e/consoleText',
  '%252Eflowgate/outputs.json',
  '.flowgate%2Foutputs.json',
  '.flowgate/outputs.json%00',
  '.flowgate;x/outputs.json',
  '.flowgate%3Bx/outputs.json',
  'out/a%20b.txt;x',
  'out%2F%2Fa%20b.txt',
];

/**
 * A flow whose build is the same on a controller, which runs its tasks, and on the stand-in, which follows the plan.
 */
function flow(id: string, plan: BuildPlan, body: string): string {
  return `id: ${id}\nnamespace: examples\ndescription: ${JSON.stringify(`stand-in: ${JSON.stringify(plan)}`)}\n${body}`;
}

const greeting = flow(
  'greeting',
  { tasks: [{ path: 'greet', log: 'Hello ${params.WHO}' }] },
  `labels: {team: greeters}\ninputs:\n  - {id: who, type: STRING, defaults: World}\ntasks:\n  - {id: greet, ${shell}, commands: ['echo "Hello {{ inputs.who }}"']}\n`,
);
const leaving = flow(
  'leaving',
  { tasks: [{ path: 'make', log: 'Größe 😀' }], outputs: { size: 3, ok: true }, artifacts: { 'out/a b.txt': 'text' } },
  `tasks:
  - id: make
    ${python}
    script: |
      import json, os
      os.mkdir("out")
      with open("out/a b.txt", "w") as f:
          f.write("text")
      print("Größe 😀")
      print(json.dumps({"size": 3, "ok": True}))
    outputFiles: ["out/*"]
    outputSchema: {size: {type: INT}, ok: {type: BOOLEAN}}
outputs:
  - {id: size, type: INT, value: '{{ task_outputs.make.size }}'}
  - {id: ok, type: BOOLEAN, value: '{{ task_outputs.make.ok }}'}
`,
);
const steps = ['one', 'two', 'three'];
const slow = flow(
  'slow',
  { tasks: steps.map((path) => ({ path, milliseconds: 500, log: `from ${path}` })) },
  `tasks:\n${steps.map((path) => `  - {id: ${path}, ${shell}, commands: [echo from ${path}, sleep 0.5]}\n`).join('')}`,
);
const waits = `tasks:\n  - {id: waits, ${shell}, commands: [sleep 120]}\n`;
const waiting: BuildPlan = { tasks: [{ path: 'waits', milliseconds: 120_000 }] };

/** Tests of executions that pass on every engine. @param engine where the gateway runs them */
export function describeExecutions(
  engine: 'jenkins' | 'local',
  start: () => Promise<{ readonly running: GatewayWithWorker; leave(): Promise<void> }>,
): void {
  const isJenkins = engine === 'jenkins';
  let running: GatewayWithWorker;
  let leave: () => Promise<void>;
  beforeAll(async () => {
    ({ running, leave } = await start());
    await running.store(greeting);
  });
  afterAll(() => leave());

  const app = () => running.gateway.app;
  const get = (path: string) => request(app()).get(path);
  const post = (path: string, body: object = {}) => request(app()).post(path).set('x-oidc-sub', 'eve').send(body);
  const stop = (id: string) => post(`/executions/${id}/stop`).expect(202);
  const logOf = async (id: string) => (await get(`/executions/${id}/logs`).expect(200)).text;

  it('a flow runs with its inputs', async () => {
    const { body, headers, status } = await running.run(
      { inputs: { who: 'Ada "$HOME" 日本' }, labels: { reason: 'test' } },
      { flow: 'greeting' },
    );
    expect([status, headers.location]).toEqual([202, `/executions/${body.id}`]);
    const ended = await running.until(body.id, 'SUCCESS');
    expect(ended).toMatchObject({
      revision: 1,
      actor: 'ada',
      labels: { team: 'greeters', reason: 'test' },
      attempts: 1,
      tasks: [{ path: 'greet', state: 'SUCCESS' }],
    });
    expect(ended.history.map(({ state }: { state: string }) => state)).toEqual([
      'CREATED',
      'QUEUED',
      'RUNNING',
      'SUCCESS',
    ]);
    const url = ended.build?.url.replace(/^.*?(?=\/job\/examples\/)/, '');
    expect([ended.build?.number, url, ended.engine]).toEqual(
      isJenkins ? [1, '/job/examples/job/greeting/1/', undefined] : [undefined, undefined, 'local'],
    );
    const text = await logOf(body.id);
    expect(text.split('\n')).toContain('Hello Ada "$HOME" 日本');
    expect(text).toMatch(/Finished: SUCCESS\n$/);
  });

  it('an idempotency key identifies one execution', async () => {
    const ask = (who: string) => running.run({ inputs: { who } }, { flow: 'greeting', key: 'k1' });
    const [first, again, other] = [await ask('Ada'), await ask('Ada'), await ask('Bob')];
    expect([first.status, again.status, other.status]).toEqual([202, 202, 409]);
    expect(again.body.id).toBe(first.body.id);
    await running.until(first.body.id, 'SUCCESS');
  });

  it('a failed task with allow_failure ends in WARNING', async () => {
    await running.store(
      flow(
        'tolerant',
        { tasks: [{ path: 'breaks', outcome: 'FAILED' }], result: 'UNSTABLE' },
        `tasks:\n  - {id: breaks, ${shell}, allow_failure: true, commands: [exit 1]}\n`,
      ),
    );
    const { body } = await running.run({}, { flow: 'tolerant' });
    expect(await running.until(body.id, 'WARNING')).toMatchObject({
      reason: 'Task breaks failed, which allow_failure permits.',
      tasks: [{ path: 'breaks', state: 'FAILED' }],
    });
  });

  it('outputs, log and artifacts are returned as the build created them', async () => {
    await running.store(leaving);
    const { body } = await running.run({}, { flow: 'leaving' });
    await running.until(body.id, 'SUCCESS');
    expect((await get(`/executions/${body.id}/outputs`).expect(200)).body).toEqual({ size: 3, ok: true });
    expect(await logOf(body.id)).toContain('Größe 😀\n');
    expect((await get(`/executions/${body.id}/artifacts`).expect(200)).body).toEqual({
      artifacts: [{ path: 'out/a b.txt' }],
    });
    const file = await get(`/executions/${body.id}/artifacts/out/a%20b.txt`).buffer(true).expect(200);
    expect([file.headers['content-type'], file.body.toString()]).toEqual(['application/octet-stream', 'text']);
    for (const path of notFiles) await get(`/executions/${body.id}/artifacts/${path}`).expect(404);
  });

  it('a log can be read in parts of whole characters', async () => {
    await running.store(leaving);
    const { body } = await running.run({}, { flow: 'leaving' });
    await running.until(body.id, 'SUCCESS');
    const part = (range: string) => get(`/executions/${body.id}/logs`).set('Range', range);
    const whole = await logOf(body.id);
    const size = Buffer.byteLength(whole);
    const first = Buffer.byteLength(whole.slice(0, whole.indexOf('Größe')));
    const parts = await Promise.all(
      ['0-2', '3-4', '5-9', '10-12'].map((range) =>
        part(`bytes=${range.replaceAll(/\d+/g, (at) => String(first + Number(at)))}`),
      ),
    );
    expect(parts.map(({ text }) => text)).toEqual(['Grö', 'ß', 'e 😀', '\n']);
    expect(parts[1]?.headers['content-range']).toBe(`bytes ${first + 4}-${first + 5}/${size}`);
    expect((await part(`bytes=${first + 9}-${first + 10}`).expect(206)).text).toBe('\n');
    expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([206]));
    expect((await part('bytes=-19').expect(206)).text).toBe(whole.slice(-19));
    expect((await part(`bytes=${first}-`).expect(206)).text).toBe(whole.slice(whole.indexOf('Größe')));
    expect((await part('bytes=-99999').expect(206)).text).toBe(whole);
    for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=x', 'bytes=-', 'bytes=5-2'])
      expect((await part(range).expect(200)).text).toBe(whole);
    expect((await part('bytes=0-2').set('If-Range', '"1"').expect(200)).text).toBe(whole);
    for (const range of [`bytes=${size}-`, 'bytes=-0'])
      expect((await part(range).expect(416)).headers['content-range']).toBe(`bytes */${size}`);
  });

  it('a log can be followed, resumed from any position, and filtered by task', async () => {
    await running.store(slow);
    const { body } = await running.run({}, { flow: 'slow' });
    const [whole, beside] = await Promise.all([follow(body.id), follow(body.id)]);
    expect(beside).toBe(whole);
    const events = whole.split('\n\n');
    expect(events.at(-2)).toBe('event: end\ndata: {"state":"SUCCESS"}');
    const at = events.findIndex((event) => event.endsWith('data: from two'));
    expect(at).toBeGreaterThan(0);
    expect(await follow(body.id, /^id: (\d+)/.exec(events[at] ?? '')?.[1])).toBe(events.slice(at + 1).join('\n\n'));
    const lines = whole.match(/(?<=^data: )(?!\{).*$/gm)?.join('\n');
    expect(await logOf(body.id)).toBe(`${lines}\n`);
    expect(
      (await get(`/executions/${body.id}/logs?task=two`)).text.split('\n').filter((line) => line.startsWith('from')),
    ).toEqual(['from two']);
    for (const query of ['?task=tow', '?follow=true&task=tow'])
      expect((await get(`/executions/${body.id}/logs${query}`).expect(404)).body).toMatchObject({
        type: 'urn:flowgate:problem:task-not-found',
        detail: `The execution ${body.id} has not reached a task "tow"; it reached only one, two, three.`,
      });
  });

  it('a running execution can be stopped', async () => {
    await running.store(flow('long', waiting, waits));
    const { body } = await running.run({}, { flow: 'long' });
    await running.until(body.id, ({ tasks }) => tasks.length === 1);
    expect((await stop(body.id)).body.stop).toMatchObject({ by: 'eve' });
    expect(await running.until(body.id, 'KILLED')).toMatchObject({
      reason: 'Stopped by eve.',
      tasks: [{ path: 'waits', state: 'KILLED' }],
    });
    await post(`/executions/${body.id}/stop`).expect(409);
  });

  it('a held execution can be stopped, and the next one runs', async () => {
    await running.store(flow('single', waiting, `concurrency: {limit: 1, behavior: QUEUE}\n${waits}`));
    const [first, second, third] = [
      await running.run({}, { flow: 'single' }),
      await running.run({}, { flow: 'single' }),
      await running.run({}, { flow: 'single' }),
    ];
    expect([first.body.held, second.body.held, third.body.held]).toEqual([false, true, true]);
    await stop(second.body.id);
    expect(await running.until(second.body.id, 'KILLED')).toMatchObject({ attempts: 0 });
    await stop(first.body.id);
    await running.until(first.body.id, 'KILLED');
    await running.until(third.body.id, 'RUNNING');
    await stop(third.body.id);
    await running.until(third.body.id, 'KILLED');
  });

  it.each([
    ['CANCEL', 'KILLED'],
    ['FAIL', 'FAILED'],
  ])('an execution above the limit ends immediately with behavior %s', async (behavior, state) => {
    const id = `at-most-${behavior.toLowerCase()}`;
    await running.store(flow(id, waiting, `concurrency: {limit: 1, behavior: ${behavior}}\n${waits}`));
    const first = await running.run({}, { flow: id });
    expect((await running.run({}, { flow: id })).body).toMatchObject({ state, attempts: 0 });
    await stop(first.body.id);
    await running.until(first.body.id, 'KILLED');
  });

  it('an execution can be replayed with the same or changed values, and with its own revision', async () => {
    await running.store(greeting.replace('id: greeting', 'id: again'));
    const { body } = await running.run({ inputs: { who: 'Ada' } }, { flow: 'again' });
    await running.store(greeting.replace('id: greeting', 'id: again').replaceAll('Hello', 'Hi'));
    const same = await post(`/executions/${body.id}/replay`).expect(202);
    expect(same.body).toMatchObject({ revision: 1, replayOf: body.id, actor: 'eve', inputs: { who: 'Ada' } });
    const other = await post(`/executions/${body.id}/replay`, { inputs: { who: 'Eve' }, revision: 2 }).expect(202);
    for (const [id, line] of [
      [body.id, 'Hello Ada'],
      [same.body.id, 'Hello Ada'],
      [other.body.id, 'Hi Eve'],
    ]) {
      await running.until(id, 'SUCCESS');
      expect((await logOf(id)).split('\n')).toContain(line);
    }
  });

  it.each([
    ['of one line', 'pä"ss word/42'],
    ['of several lines', 'first line\nsecond "line"\n'],
  ])('a secret %s is visible only to the build', async (_name, token) => {
    const plan: BuildPlan = {
      tasks: [{ path: 'tell', log: 'told ${secret.TOKEN}.' }],
      outputs: { told: `<${token.trimEnd()}>` },
    };
    await running.store(
      flow(
        'secretive',
        plan,
        `inputs:
  - {id: token, type: SECRET}
tasks:
  - id: tell
    ${python}
    script: |
      import json, os
      print("told", os.environ["TOKEN"] + ".")
      print(json.dumps({"told": "<" + os.environ["TOKEN"].rstrip() + ">"}))
    outputSchema: {told: {type: STRING}}
outputs:
  - {id: told, type: STRING, value: '{{ task_outputs.tell.told }}'}
`,
      ),
    );
    const { body } = await running.run({ inputs: { token } }, { flow: 'secretive' });
    expect(body.inputs).toEqual({ token: '****' });
    const { source: _, ...ended } = await running.until(body.id, 'SUCCESS');
    expect(ended.outputs.told).toContain('****');
    const shown = JSON.stringify(ended) + (await logOf(body.id));
    expect(shown).toContain('told ****');
    for (const line of token.split('\n').filter(Boolean)) expect(shown).not.toContain(line);
    const left = isJenkins ? await running.gateway.jenkins!.listSecrets('flowgate-') : [];
    expect(left).toEqual([]);
    expect((await post(`/executions/${body.id}/replay`).expect(422)).body.errors).toMatchObject([
      { input_id: 'token' },
    ]);
  });

  it.runIf(isJenkins)('a push creates the job without running it', async () => {
    await running.store(greeting.replace('id: greeting', 'id: pushed'));
    const push = () => post('/flows/examples/pushed/push').expect(200);
    expect((await push()).body).toMatchObject({
      url: expect.stringMatching(/\/job\/examples\/job\/pushed\/$/),
      change: 'created',
      revision: 1,
    });
    expect((await push()).body.change).toBe('unchanged');
    expect(await running.gateway.jenkins!.recentBuilds({ namespace: 'examples', id: 'pushed' }, 1)).toEqual([]);
  });

  /** All events of a log until its end. */
  async function follow(id: string, lastEventId = ''): Promise<string> {
    const answer = await get(`/executions/${id}/logs?follow`)
      .set('Last-Event-ID', lastEventId)
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () => done(null, Buffer.concat(pieces).toString()));
      });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    return String(answer.body);
  }
}

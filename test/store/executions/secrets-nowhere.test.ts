import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway({ hasOwnRedis: true });
  await running.store(
    plannedFlow(
      { tasks: [{ path: 'greet', milliseconds: 1_500, log: 'as it is: ${secret.TOKEN}' }] },
      { id: 'secretive', more: inputs },
    ),
  );
  await running.store(
    plannedFlow(
      { tasks: [{ path: 'greet', outcome: 'FAILED', log: 'as it is: ${secret.TOKEN}' }] },
      { id: 'failing', more: inputs },
    ),
  );
});
afterAll(() => running.stop());

const inputs = 'inputs:\n  - {id: token, type: SECRET}\n  - {id: count, type: INT, defaults: 1}\n';
const token = 'tøken/of "one" line $HOME';
const lines = ['-----BEGIN KEY-----', 'MIIEpAIBAAKCAQEA7', 'the "last" line'];

/** Every form in which a careless program might print the secrets. */
const forms = [token, ...lines].flatMap((text) => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  new URLSearchParams({ text }).toString().slice('text='.length),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
]);

function expectNone(place: string, text: string): void {
  expect({ place, isEmpty: text === '', found: forms.filter((form) => text.includes(form)) }).toEqual({
    place,
    isEmpty: false,
    found: [],
  });
}

/** Each contains a secret; some are rejected. */
const requests: readonly (readonly [string, string, object])[] = [
  ['of one line', 'secretive', { inputs: { token } }],
  ['of several lines', 'secretive', { inputs: { token: lines.join('\n') } }],
  ['in a build that fails', 'failing', { inputs: { token: lines.join('\r\n') } }],
  ['beside a wrong value', 'secretive', { inputs: { token, count: 'many' } }],
  ['under a wrong name', 'secretive', { inputs: { tokken: token } }],
  ['in the place of another value', 'secretive', { inputs: { token: [token] } }],
  ['beside a wrong revision', 'secretive', { inputs: { token }, revision: 99 }],
  ['in a wrong request', 'secretive', { inputs: { token }, nonsense: 1 }],
];

describe('a secret', () => {
  it.each(requests)('%s does not appear in the answer', async (name, flow, body) => {
    const asked = await running.run(body as never, { flow, key: name }); // some are invalid on purpose
    expectNone('the answer', asked.text);
    const repeated = await running.run(body as never, { flow, key: name });
    expectNone('the second answer', repeated.text);
    if (asked.status !== 202) return;
    await running.until(asked.body.id, ({ state }) => state !== 'CREATED' && state !== 'QUEUED');
    for (const moment of ['while it runs', 'afterwards']) {
      for (const path of ['', '/logs', '/outputs', '/artifacts'])
        expectNone(
          `${path} ${moment}`,
          (await request(running.gateway.app).get(`/executions/${asked.body.id}${path}`)).text,
        );
      await running.until(asked.body.id, ({ endedAt }) => endedAt !== undefined);
    }
    expectNone(
      'the second replay',
      (
        await request(running.gateway.app)
          .post(`/executions/${asked.body.id}/replay`)
          .set('x-oidc-sub', 'ada')
          .send({ inputs: { count: 'x' } })
      ).text,
    );
  });

  it('is in no answer and no log if Jenkins fails to store it', async () => {
    running.jenkins.misbehave([
      { kind: 'failed', requests: 'createCredentials', times: 1 },
      { kind: 'cut', requests: 'createCredentials', times: 1 },
    ]);
    const { body } = await running.run({ inputs: { token } }, { flow: 'secretive' });
    const troubled = await running.until(body.id, ({ trouble }) => trouble !== undefined);
    expectNone('the record', JSON.stringify(troubled));
    await running.until(body.id, 'SUCCESS');
  });

  it('is in no command that Redis ever received', async () => {
    const { redis } = running.gateway.redis;
    const [, folder = ''] = (await redis.config('GET', 'dir')) as [string, string]; // alternating names and values
    const files = readdirSync(join(folder, 'appendonlydir')).filter((name) => name.endsWith('.aof'));
    expectNone(
      'the files of Redis',
      files.map((name) => readFileSync(join(folder, 'appendonlydir', name), 'utf8')).join('\n'),
    );
  });

  it('is nowhere in Jenkins except in credentials, which are deleted', () => {
    for (const flow of ['secretive', 'failing'])
      expectNone(`the job ${flow}`, running.jenkins.job(`/job/flows/job/examples/job/${flow}`)?.config ?? '');
    expectNone('the builds', JSON.stringify(running.jenkins.builds()));
    expectNone('the requests', running.jenkins.requests.join('\n'));
    expect([...running.jenkins.secrets('/job/flows/job/examples').keys()]).toEqual([]);
  });

  it('is nowhere in the audit trail, the metrics and the log', async () => {
    for (const path of ['/audit', '/metrics', '/executions'])
      expectNone(path, (await request(running.gateway.app).get(path)).text);
    expectNone('the log', running.gateway.log.join('\n'));
  });
});

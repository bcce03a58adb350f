import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';

const flow = `id: secretive
namespace: examples
description: Has a secret.
inputs:
  - {id: token, type: SECRET, required: false}
tasks:
  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['[ -n "{{ inputs.token }}" ]']}
`;

let jenkins: StandInJenkins;
let gateway: TestGateway;
beforeAll(async () => {
  jenkins = await StandInJenkins.start();
  const { url, user, token } = jenkins;
  gateway = await startTestGateway({ key: '', jenkins: { url, user, token, folder: 'flows', credentials: [] } });
  await request(gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flow)
    .expect(201);
});
afterAll(async () => {
  await gateway.stop();
  await jenkins.stop();
});

const run = () => request(gateway.app).post('/flows/examples/secretive/executions').set('x-oidc-sub', 'ada');

it('accepts only executions without secrets', async () => {
  await run().send({}).expect(202);
  for (const call of [run().send({ inputs: { token: 'hunter22' } }), run().set('Idempotency-Key', 'once').send({})]) {
    const { body } = await call.expect(409);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:key-not-configured' });
  }
  const stored = await Promise.all((await gateway.redis.redis.keys('*')).map((key) => gateway.redis.redis.dump(key)));
  expect(stored.join()).not.toContain('hunter22');
  expect((await request(gateway.app).get('/executions').expect(200)).body.executions).toHaveLength(1);
});

import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const owners: string[] = [];
let isBusy = false;
let gateway: TestGateway;

/** The runner of a gateway; records the owners of its tasks. */
class NotingRunner extends WorkerBoundedRunner {
  override run(...[work, owner]: Parameters<WorkerBoundedRunner['run']>): ReturnType<WorkerBoundedRunner['run']> {
    owners.push(owner);
    return isBusy ? Promise.reject(new AppError('too-busy', 'Too much.')) : super.run(work, owner);
  }
}

const calling = `id: caller
namespace: examples
description: Calls a flow.
tasks:
  - id: call
    type: dev.vendor.plugin.core.flow.Subflow
    flowId: hello
    namespace: examples
    inputs: {user_name: World}
`;

beforeAll(async () => {
  gateway = await startTestGateway({ runner: new NotingRunner() });
  for (const text of [flowText().replace("'^[A-Z]'", "'^(?=[A-Z])'"), calling]) {
    await request(gateway.app).post('/flows').set('x-oidc-sub', 'ada').type('text/yaml').send(text).expect(201);
  }
});
afterAll(() => gateway.stop());
beforeEach(() => {
  owners.length = 0;
  isBusy = false;
});

function validate(subject?: string) {
  const call = request(gateway.app).post('/flows/examples/hello/validate-inputs');
  return (subject === undefined ? call : call.set('x-oidc-sub', subject)).send({ inputs: { user_name: 'Ada' } });
}

describe('slow checks', () => {
  it('alternate between callers, identified by an optional identity or their address', async () => {
    await validate('ada').expect(200);
    await validate().expect(200);
    await request(gateway.app).post('/flows/examples/caller/validate-subflows').set('x-oidc-sub', 'bob').expect(200);
    await request(gateway.app).get('/flows/examples/caller/jenkinsfile').set('x-oidc-sub', 'eve').expect(200);
    expect(owners).toEqual([
      'subject:ada',
      expect.stringMatching(/^address:.*127\.0\.0\.1|::/),
      'subject:bob',
      'subject:eve',
    ]);
  });

  it('return 503 with Retry-After when too many are queued', async () => {
    isBusy = true;
    for (const call of [validate(), request(gateway.app).post('/flows/validate').type('text/yaml').send(calling)]) {
      const { headers, body } = await call.expect(503);
      expect(headers['retry-after']).toBe('1');
      expect(body).toMatchObject({ type: 'urn:flowgate:problem:too-busy' });
    }
  });
});

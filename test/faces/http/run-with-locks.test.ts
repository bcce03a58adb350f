import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

let running: GatewayWithWorker;

beforeAll(async () => {
  running = await startLocalGateway({
    locks: {
      locks: [
        { name: 'db-*', permits: 1, namespaces: ['*'] },
        { name: 'licences', permits: 3, namespaces: ['examples'] },
        { name: 'private', permits: 1, namespaces: ['other'] },
      ],
      running: [{ namespaces: 'small', max: 1 }],
    },
  });
});
afterAll(() => running.stop());

const post = (path: string, body: string | object) =>
  request(running.gateway.app)
    .post(path)
    .set('x-oidc-sub', 'ada')
    .set('content-type', typeof body === 'string' ? 'text/yaml' : 'application/json')
    .send(body);

interface FlowOptions {
  readonly namespace?: string;
  readonly seconds?: number;
}

async function store(id: string, more: string, { namespace = 'examples', seconds = 0 }: FlowOptions = {}) {
  const task = `tasks:\n  - {id: hold, type: dev.vendor.plugin.core.shell.Shell, script: sleep ${seconds}}\n`;
  const text = `id: ${id}\nnamespace: ${namespace}\ndescription: Holds locks.\n${more}\n${task}`;
  const { body } = await post('/flows', text).expect(201);
  return body;
}

const run = (id: string, inputs = {}, namespace = 'examples') =>
  post(`/flows/${namespace}/${id}/executions`, { inputs });

const site = 'inputs: [{id: site, type: STRING}]';

it('executions of two flows with the same lock run one after the other, and the second one names the first', async () => {
  await store('first', `${site}\nlocks: ["db-{{ inputs.site }}", {name: licences, permits: 2}]\npriority: 70`, {
    seconds: 60,
  });
  await store('second', `${site}\nlocks: ["db-{{ inputs.site }}"]`);
  const { body: first } = await run('first', { site: 'eu' }).expect(202);
  expect(first).toMatchObject({
    held: false,
    priority: 70,
    locks: [
      { name: 'db-eu', permits: 1 },
      { name: 'licences', permits: 2 },
    ],
  });
  await running.until(first.id, 'RUNNING');
  const { body: second } = await run('second', { site: 'eu' }).expect(202);
  const read = await running.read(second.id);
  expect(read).toMatchObject({
    state: 'CREATED',
    held: true,
    locks: [{ name: 'db-eu', permits: 1 }],
    trouble: expect.stringMatching(`^Held up by the lock db-eu, in use by the execution ${first.id}, RUNNING since `),
    troubleSince: expect.any(String),
  });
  const { body: other } = await run('second', { site: 'us' }).expect(202);
  await running.until(other.id, 'SUCCESS');
  await post(`/executions/${first.id}/stop`, {}).expect(202);
  await running.until(second.id, 'SUCCESS');
});

it('locks are listed with who holds them and who gets them next, for those who may read them, and in the metrics', async () => {
  await store('holds', `${site}\nlocks: ["db-{{ inputs.site }}"]`, { seconds: 60 });
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.push((await run('holds', { site: 'asia' }).expect(202)).body.id);
  await running.until(ids[0]!, 'RUNNING');
  const list = async (query: string) =>
    (await request(running.gateway.app).get(`/locks${query}`).set('x-oidc-sub', 'ada').expect(200)).body;
  const { locks } = await list('?name=asia');
  const common = { namespace: 'examples', flowId: 'holds', permits: 1, since: expect.any(String) };
  expect(locks).toEqual([
    {
      name: 'db-asia',
      permits: 1,
      held: 1,
      heldUp: 2,
      waiting: 2,
      holders: [{ id: ids[0], number: 1, state: 'RUNNING', ...common }],
      queue: [
        { id: ids[1], number: 2, state: 'CREATED', ...common },
        { id: ids[2], number: 3, state: 'CREATED', ...common },
      ],
    },
  ]);
  const first = await list('?limit=1');
  expect(first).toMatchObject({ locks: [{ name: 'db-asia' }], nextCursor: expect.any(String) });
  expect(Buffer.from(first.nextCursor, 'base64url').toString(), 'no name of a lock').toBe('1');
  const rest = await list(`?cursor=${first.nextCursor}`);
  expect(rest.locks.map(({ name }: { name: string }) => name)).toEqual(['licences', 'private']);
  const { text } = await request(running.gateway.app).get('/metrics').expect(200);
  expect(text).toMatch(/^flowgate_lock_permits_held\{lock="db-\*"\} 1$/m);
  expect(text).toMatch(/^flowgate_lock_waiting\{lock="db-\*"\} 2$/m);
  expect(text).toMatch(/^flowgate_lock_permits\{lock="licences"\} 3$/m);
  for (const id of ids) await post(`/executions/${id}/stop`, {}).expect(202);
});

it('a lock that is not declared, or not for the namespace, or too small, is a warning in the flow and an error in a run', async () => {
  const { warnings } = await store('wrong', 'locks: [lost, private, {name: licences, permits: 4}]');
  expect(warnings.map(({ code, line }: { code: string; line: number }) => [code, line])).toEqual([
    ['unavailable-lock', 4],
    ['unavailable-lock', 4],
    ['unavailable-lock', 4],
  ]);
  const { body } = await run('wrong').expect(422);
  expect(body).toMatchObject({
    type: 'urn:flowgate:problem:lock-unavailable',
    detail:
      'No lock "lost" is declared. The operator of Flowgate declares locks in FLOWGATE_LOCKS. The namespace "examples" may not use the lock "private". The lock "licences" has 3 permits; the flow asks for 4.',
  });
});

it('a value can make a name that is none', async () => {
  await store('named', `${site}\nlocks: ["db-{{ inputs.site }}"]`);
  const { body } = await run('named', { site: 'a b' }).expect(422);
  expect(body.detail).toContain('"db-a b" is not a valid name of a lock');
});

it('a namespace can have a limit of running executions', async () => {
  await store('long', '', { namespace: 'small', seconds: 60 });
  const { body: first } = await run('long', {}, 'small').expect(202);
  const { body: second } = await run('long', {}, 'small').expect(202);
  expect((await running.read(second.id)).trouble).toMatch(
    `Held up by the limit of the namespace small, in use by the execution ${first.id}`,
  );
  await post(`/executions/${first.id}/stop`, {}).expect(202);
  await running.until(second.id, 'RUNNING');
  await post(`/executions/${second.id}/stop`, {}).expect(202);
});

it('a call inside the build of another flow takes no locks of the called flow, which is a warning unless the caller takes them', async () => {
  await store('called', `${site}\nlocks: ["db-{{ inputs.site }}", licences]`);
  const call = async (id: string, locks: string, separate = false) => {
    const task = `tasks: [{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called, inputs: {site: eu}, separate: ${separate}}]`;
    const { body } = await post(
      '/flows',
      `id: ${id}\nnamespace: examples\ndescription: Calls.\n${locks}\n${task}\n`,
    ).expect(201);
    return body.warnings.map(({ code, message }: { code: string; message: string }) => [
      code,
      /"(.*?)"/.exec(message)?.[1],
    ]);
  };
  expect(await call('without', '')).toEqual([
    ['lock-not-taken', 'db-{{ inputs.site }}'],
    ['lock-not-taken', 'licences'],
  ]);
  expect(await call('with-one', 'locks: [db-eu]')).toEqual([['lock-not-taken', 'licences']]);
  expect(await call('apart', '', true)).toEqual([]);
});

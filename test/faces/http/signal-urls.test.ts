import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
/** Prints the path and the token as tools do. */
const leak = [
  'path=/${FLOWGATE_SIGNAL_URL#*//*/}; token=${FLOWGATE_SIGNAL_URL##*/}',
  'echo "> POST $path/tests-done HTTP/1.1"',
  'echo "token $token"; printf %s "$token" | base64 -w0; echo; printf "user:%s" "$token" | base64',
  `python3 -c "import os, urllib.parse as u; print(u.quote(os.environ['FLOWGATE_SIGNAL_URL'], safe=str()))"`,
].join('\n      ');
const flow = `id: tests
namespace: examples
description: Starts tests elsewhere, and waits for their result.
tasks:
  - id: start
    ${shell}
    script: |
      echo "told $FLOWGATE_SIGNAL_URL/tests-done"
      ${leak}
      echo "{\\"url\\": \\"{{ execution.signal_url }}/tests-done\\"}"
    outputSchema: {url: {type: STRING}}
  - id: tests
    type: dev.vendor.plugin.core.flow.Wait
    signal: tests-done
    timeout: 6h
    outputSchema: {passed: {type: BOOLEAN}}
  - {id: known, ${shell}, script: 'printf %s "$TASK_START_URL" | wc -c; printf %s "$FLOWGATE_SIGNAL_URL/tests-done" | wc -c; exit 3'}
`;

let running: GatewayWithWorker;
beforeAll(async () => {
  running = await startLocalGateway({ publicUrl: 'http://flowgate.example' });
  await running.store(flow);
});
afterAll(() => running.stop());

const post = (path: string, body: object = {}) => request(running.gateway.app).post(path).send(body);

async function waiting(): Promise<{ readonly id: string; readonly path: string }> {
  const { body } = await post('/flows/examples/tests/executions').set('x-oidc-sub', 'ada').expect(202);
  await running.until(body.id, (execution: { waitingFor?: object }) => execution.waitingFor !== undefined);
  const { vault } = running.gateway.ports;
  const url = (await vault!.open(body.id))!.get('execution:signal_url')!;
  expect(url).toMatch(`http://flowgate.example/signals/${body.id}/`);
  return { id: body.id, path: new URL(url).pathname };
}

it('a task hands out the URL with which another system ends the wait once', { timeout: 60_000 }, async () => {
  const { id, path } = await waiting();
  await post(`${path}x/tests-done`, { passed: true }).expect(404);
  await post(`/signals/01ARZ3NDEKTSV4RRFFQ69G5FAV/${path.split('/').at(-1)}/tests-done`).expect(404);
  await post(`${path}/other`, { passed: true }).expect(409);
  await post(`${path}/tests-done`, { passed: 'yes' }).expect(422);
  await post(`${path}/tests-done`, { passed: true }).set('sec-fetch-site', 'cross-site').expect(403);
  const { body } = await post(`${path}/tests-done`, { passed: true }).expect(202);
  expect(body).toMatchObject({ id, state: 'QUEUED', tasks: [], partial: true });
  await post(`${path}/tests-done`, { passed: true }).expect(409);
  const ended = await running.until(id, 'FAILED');
  expect(ended.waits).toMatchObject([{ by: [{ by: 'signal:tests-done' }], values: { passed: true } }]);
  await post(`${path}/tests-done`, { passed: true }).expect(409);

  const get = async (of: string) =>
    (await request(running.gateway.app).get(of).set('x-oidc-sub', 'ada').expect(200)).text;
  const log = await get(`/executions/${id}/logs`);
  expect(log).toContain('told ****/tests-done\n');
  const length = `http://flowgate.example${path}/tests-done`.length;
  expect(log.match(new RegExp(`^\\s*${length}$`, 'gm'))).toHaveLength(2);
  const audit = await get('/audit');
  expect(JSON.parse(audit).entries).toContainEqual(
    expect.objectContaining({ actor: 'signal:tests-done', action: 'signalByUrl', executionId: id, outcome: 'done' }),
  );
  expect(log).toContain('> POST ****/tests-done HTTP/1.1\ntoken ****\n');
  const token = path.split('/').at(-1)!;
  const encoded = Buffer.from(token).toString('base64').slice(0, 20);
  for (const text of [log, JSON.stringify(ended)]) expect(text).not.toContain(encoded);
  for (const text of [log, audit, JSON.stringify(ended), running.gateway.log.join('\n')])
    expect(text).not.toContain(token);
});

it('a restart has another URL, also in outputs that are kept', { timeout: 60_000 }, async () => {
  const { id, path } = await waiting();
  await post(`${path}/tests-done`, { passed: true }).expect(202);
  await running.until(id, 'FAILED');
  const { body } = await post(`/executions/${id}/restart`, { from: 'known' }).set('x-oidc-sub', 'ada').expect(202);
  const url = (await running.gateway.ports.vault!.open(body.id))?.get('execution:signal_url');
  expect(url).toContain(body.id);
  expect((await running.gateway.ports.store.carried(body.id))?.outputs.start?.url).toEqual([
    { secret: 'execution:signal_url', part: 0 },
    '/tests-done',
  ]);
  await running.until(body.id, 'FAILED');
});

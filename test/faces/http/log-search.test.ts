import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway();
});
afterAll(() => running.stop());

async function run(log: string): Promise<string> {
  await running.store(plannedFlow({ tasks: [{ path: 'build', log }] }, { id: 'searched' }));
  const { body } = await running.run({}, { flow: 'searched' });
  await running.until(body.id, 'SUCCESS');
  return body.id;
}

const search = (query: string, flow = 'searched') =>
  request(running.gateway.app).get(`/flows/examples/${flow}/logs?${query}`).set('x-oidc-sub', 'ada');
const lineOf = async (id: string, line: number) => {
  const { text } = await request(running.gateway.app).get(`/executions/${id}/logs`).set('x-oidc-sub', 'ada');
  return text.split('\n')[line - 1];
};

it('finds lines in any case, the newest execution first, and goes on where it stopped', async () => {
  const older = await run('nothing here\nThe Größe is WRONG\n');
  const newer = await run(Array.from({ length: 150 }, (_, index) => `wrong ${index}`).join('\n'));
  const { body: first } = await search('search=wrong').expect(200);
  expect(first.hits).toHaveLength(100);
  expect(first.hits[0]).toMatchObject({ execution: newer, number: 2, state: 'SUCCESS', text: 'wrong 0' });
  expect(Date.now() - Date.parse(first.hits[0].createdAt)).toBeLessThan(600_000);
  expect(await lineOf(newer, first.hits[99].line)).toBe('wrong 99');
  const { body: rest } = await search(`search=wrong&after=${first.next}`).expect(200);
  expect(rest).not.toHaveProperty('next');
  expect(rest.hits.map(({ text }: { text: string }) => text).slice(48)).toEqual([
    'wrong 148',
    'wrong 149',
    'The Größe is WRONG',
  ]);
  expect(await lineOf(older, rest.hits[50].line)).toBe('The Größe is WRONG');
  const { body: umlaut } = await search(`search=${encodeURIComponent('GRÖSSE'.replace('SS', 'ß'))}`);
  expect(umlaut.hits).toMatchObject([{ execution: older }]);
});

it('searches only the logs of the flow, whatever the place says', async () => {
  const other = await run('a secret of another flow');
  const { body } = await search(`search=secret&after=${other}-1-0`, 'hello').expect(200);
  expect(body).toEqual({ hits: [] });
  await search('search=').expect(400);
  await search('search=a&after=x').expect(400);
});

import { readdirSync } from 'node:fs';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFileStore } from '../../../src/composition/open-file-store.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openPublicAddress, type PublicAddress } from '../../support/public-address.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';

const flow = `id: takes-files
namespace: examples
description: Takes files.
inputs:
  - {id: dataset, type: FILE, required: false}
  - {id: other, type: FILE, required: false}
tasks:
  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['cat "{{ inputs.dataset }}" "{{ inputs.other }}"']}
`;
const quota = 10_000;

let gateway: TestGateway;
let jenkins: StandInJenkins;
let address: PublicAddress;
let free = Infinity;
let time = Date.now();
beforeAll(async () => {
  [jenkins, address] = await Promise.all([StandInJenkins.start(), openPublicAddress()]);
  const { url, user, token } = jenkins;
  gateway = await startTestGateway({
    jenkins: { url, user, token, folder: 'flows', credentials: [] },
    publicUrl: address.url,
    uploads: { perActor: quota, inAll: 2.5 * quota, reserve: 1000 },
    freeSpace: async () => free,
    now: () => new Date(time),
  });
  await request(gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flow)
    .expect(201);
});
afterEach(async () => {
  free = Infinity;
  time += 26 * 3_600_000;
  await gateway.files.sweep();
  const left = { used: await used(), files: readdirSync(gateway.filesFolder) };
  if (left.used !== 0 || left.files.length > 0)
    throw new Error(`Not everything was given back: ${JSON.stringify(left)}`);
  time = Date.now();
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([jenkins.stop(), address.close()]);
});

let content = 0;
/** Bytes that were never uploaded before. */
const bytes = (size: number) => Buffer.alloc(size, `${content++} `);
const used = () => gateway.files.ports.rooms.used();
const calls = ['files', 'executions'];
const post = (what: string, actor = 'ada') =>
  request(gateway.app).post(`/flows/examples/takes-files/${what}`).set('x-oidc-sub', actor);
const upload = (size: number, actor = 'ada') => post('files', actor).attach('dataset', bytes(size), 'a.csv');

describe('the quota of a user', () => {
  it.each(calls)('returns 413 for POST .../%s, and nothing of the request is stored', async (what) => {
    await upload(4000).expect(201);
    const { body } = await post(what)
      .attach('dataset', bytes(3000), 'a.csv')
      .attach('other', bytes(3001), 'b.csv')
      .expect(413);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:upload-quota-exceeded', limit: quota });
    expect(await used()).toBe(4000);
    await upload(quota, 'bob').expect(201);
    await upload(6000).expect(201);
    await upload(1).expect(413);
  });

  it('counts equal contents once, and allows an empty file even when it is used up', async () => {
    const same = bytes(quota / 2);
    for (let times = 0; times < 3; times++) await post('files').attach('dataset', same, 'a.csv').expect(201);
    expect(await used()).toBe(quota / 2);
    await upload(quota / 2).expect(201);
    await upload(0).expect(201);
  });

  it('is not exceeded by concurrent uploads to several gateways', async () => {
    const other = await startTestGateway({
      files: openFileStore(
        { filesFolder: gateway.filesFolder, limits: { uploads: { perActor: quota, inAll: 2.5 * quota, reserve: 0 } } },
        gateway.redis.redis,
        gateway.ports.store,
      ),
    });
    await request(other.app)
      .post('/flows')
      .set('x-oidc-sub', 'ada')
      .set('Content-Type', 'text/yaml')
      .send(flow)
      .expect(201);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        request((number % 2 === 0 ? gateway : other).app)
          .post('/flows/examples/takes-files/files')
          .set('x-oidc-sub', 'ada')
          .attach('dataset', bytes(1000), 'a.csv'),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 413]));
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
    expect(await used()).toBe(1000 * statuses.filter((status) => status === 201).length);
    await upload(quota - (await used())).expect(201);
    await other.stop();
  });
});

describe('full storage', () => {
  it.each(calls)('returns 507 for POST .../%s when all uploads have reached their limit', async (what) => {
    for (const actor of ['ada', 'bob']) await upload(quota, actor).expect(201);
    const { body } = await post(what, 'eve').attach('dataset', bytes(5001), 'a.csv').expect(507);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:insufficient-storage',
      detail: 'Uploads are not possible: all uploads together must have at most 25 KB.',
    });
    await upload(5000, 'eve').expect(201);
  });

  it.each(calls)('returns 507 for POST .../%s when the disk has only its reserve', async (what) => {
    free = 1000;
    const { body } = await post(what).attach('dataset', bytes(10), 'a.csv').expect(507);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:insufficient-storage' });
    free = 1010;
    await upload(11).expect(507);
    await upload(10).expect(201);
  });

  it('does not affect executions without files', async () => {
    free = 0;
    await post('executions').send({}).expect(202);
    await post('executions').field('labels', '{}').expect(202);
  });
});

it('is shown in metrics, with usage and limits', async () => {
  await upload(700).expect(201);
  free = 5000;
  const { text } = await request(gateway.app).get('/metrics').expect(200);
  for (const line of [
    'bytes 700',
    'limit_bytes 25000',
    'actor_limit_bytes 10000',
    'disk_free_bytes 5000',
    'disk_reserve_bytes 1000',
  ])
    expect(text).toContain(`\nflowgate_upload_${line}\n`);
});

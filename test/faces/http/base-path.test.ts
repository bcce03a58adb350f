import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ basePath: '/tools/flowgate' });
});
afterAll(() => gateway.stop());

const below = (path: string) => `/tools/flowgate${path}`;
const create = (id: string) =>
  request(gateway.app)
    .post(below('/flows'))
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flowText({ id }));

describe('below a base path', () => {
  it('all routes are served, and links include it', async () => {
    const { headers } = await create('linked').expect(201);
    expect(headers.location).toBe('/tools/flowgate/flows/examples/linked');
    await request(gateway.app).get(headers.location!).expect(200);
    await request(gateway.app).get(`${headers.location}/schema?revision=1`).expect(200);
  });

  it('problems contain the requested path', async () => {
    const { body } = await request(gateway.app).get(below('/flows/examples/nothing?revision=1')).expect(404);
    expect(body.instance).toBe('/tools/flowgate/flows/examples/nothing');
  });

  it('the contract and its page use the base path', async () => {
    const { body } = await request(gateway.app).get(below('/openapi.json')).expect(200);
    expect(body.servers).toEqual([{ url: '/tools/flowgate' }]);
    const { text } = await request(gateway.app).get(below('/docs')).expect(200);
    const links = [...text.matchAll(/(?:href|src)="([^"#]*)[^"]*"/g)]
      .map(([, link]) => link!)
      .filter((link) => link !== '' && !link.startsWith('data:'));
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => link.startsWith('/'))).toEqual([]);
    const { headers } = await request(gateway.app).get(below('/docs/')).expect(308);
    expect(headers.location).toBe(below('/docs'));
  });

  it('webhook paths include the base path', async () => {
    const source = `${flowText({ id: 'hooked' })}triggers: [{id: pushed, type: webhook}]\n`;
    await request(gateway.app)
      .post(below('/flows'))
      .set('x-oidc-sub', 'ada')
      .set('Content-Type', 'text/yaml')
      .send(source)
      .expect(201);
    const { body } = await request(gateway.app).get(below('/flows/examples/hooked/triggers')).expect(200);
    expect(body.triggers[0].path).toBe('/tools/flowgate/hooks/examples/hooked/pushed');
    const { body: made } = await request(gateway.app)
      .post(below('/flows/examples/hooked/triggers/pushed/key'))
      .set('x-oidc-sub', 'ada')
      .expect(201);
    expect(made.path).toBe(body.triggers[0].path);
  });

  it.each(['/flows', '/', '/tools', '/tools/flowgatex/flows', '/TOOLS/flowgate/flows', '/healthz'])(
    'nothing else is: %s',
    async (path) => {
      const { body } = await request(gateway.app).get(path).expect(404);
      expect(body).toMatchObject({
        type: 'urn:flowgate:problem:route-not-found',
        detail: expect.stringContaining('/tools/flowgate'),
        instance: path,
      });
    },
  );

  it.each(['', '/', '?a=1'])('the base path itself is not found: %j', async (rest) => {
    await request(gateway.app).get(below(rest)).expect(404);
  });
});

import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

type Headers = Readonly<Record<string, string>>;
const host = 'localhost:3000';
const remove = (headers: Headers) =>
  request(gateway.app)
    .delete('/flows/examples/missing')
    .set({ 'x-oidc-sub': 'ada', Host: host, ...headers });

describe('a change is accepted from', () => {
  it.each<[string, Headers]>([
    ['a program', {}],
    ['a page of Flowgate', { 'Sec-Fetch-Site': 'same-origin', Origin: `http://${host}` }],
    [
      'a page of Flowgate, in spite of a proxy that changes Host',
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://flowgate.example' },
    ],
    ['the user, without any page', { 'Sec-Fetch-Site': 'none' }],
    ['a page of Flowgate without HTTPS, where browsers send only Origin', { Origin: `http://${host}` }],
    ['a page of Flowgate whose TLS ends at the proxy', { Origin: `https://${host}` }],
    [
      'a page of Flowgate behind a proxy that changes Host',
      { Origin: 'http://flowgate.example', 'X-Forwarded-Host': 'flowgate.example' },
    ],
  ])('%s', async (_name, headers) => {
    const { status, body } = await remove(headers);
    expect([status, body.type]).toEqual([404, 'urn:flowgate:problem:flow-not-found']);
  });
});

describe('a change is rejected from', () => {
  it.each<[string, Headers]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another host of the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.example' }],
    ['another site that forges Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: `http://${host}` }],
    ['another site without Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another site, in a browser that sends only Origin', { Origin: 'http://evil.example' }],
    ['another port of this machine', { Origin: 'http://localhost:8080' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a page with a nonsensical Origin', { Origin: `${host}` }],
  ])('%s', async (_name, headers) => {
    const { status, body } = await remove(headers);
    expect([status, body.type]).toEqual([403, 'urn:flowgate:problem:cross-site-request']);
  });

  it.each([
    ['POST', '/flows'],
    ['PUT', '/flows/examples/hello'],
    ['DELETE', '/flows/examples/hello'],
    ['POST', '/flows/examples/hello/executions'],
    ['POST', '/hooks/examples/hello/push'],
  ] as const)('another site: %s %s', async (method, path) => {
    const call = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
    await request(gateway.app)[call[method]](path).set('Sec-Fetch-Site', 'cross-site').expect(403);
  });
});

it('reading is left to the browser, which does not show the response to another page', async () => {
  const { headers } = await request(gateway.app).get('/flows').set('Sec-Fetch-Site', 'cross-site').expect(200);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});

it.each(['/whoami', '/flows', '/executions'])('no cache keeps the response of %s', async (path) => {
  await request(gateway.app).get(path).expect('Cache-Control', 'no-store');
});

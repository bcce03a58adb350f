import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { createFlowgateClient } from '../../../src/faces/api-client/flowgate-client.ts';
import { Flowgate } from '../../../src/faces/api-client/flowgate.ts';
import { fencedBlocks, readProjectFile } from '../../docs/pages.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { temporaryFolder } from '../../support/redis.ts';

describe('a client', () => {
  let server: Server;
  let answer = '{}';
  let received: { readonly request: IncomingMessage; readonly body: string }[];

  beforeAll(async () => {
    received = [];
    server = await listen(async (request, response) => {
      const body = (await request.toArray()).join('');
      received.push({ request, body });
      response.setHeader('content-type', 'application/json').end(answer);
    });
  });
  afterAll(() => void server.close());

  const lastRequest = () => received.at(-1)!;

  test('sends its headers, and uses the base path', async () => {
    const client = createFlowgateClient({ baseUrl: `${urlOf(server)}/flowgate/`, headers: { 'x-oidc-sub': 'ada' } });
    await client.GET('/executions', { params: { query: { state: ['QUEUED', 'RUNNING'], label: ['a:b c'] } } });
    const { request } = lastRequest();
    expect(request.url).toBe('/flowgate/executions?state=QUEUED&state=RUNNING&label=a%3Ab%20c');
    expect(request.headers['x-oidc-sub']).toBe('ada');
  });

  test('keeps the digits of integers, as bigint', async () => {
    answer = '{"big":7615917337495251231,"small":5,"decimal":1.0}';
    const client = createFlowgateClient({ baseUrl: urlOf(server) });
    const path = { namespace: 'a', flow_id: 'b' };
    const { data } = await client.POST('/flows/{namespace}/{flow_id}/executions', {
      params: { path },
      body: { inputs: { id: 7615917337495251231n as unknown as number } },
    });
    answer = '{}';
    expect(lastRequest().body).toBe('{"inputs":{"id":7615917337495251231}}');
    expect(data).toEqual({ big: 7615917337495251231n, small: 5, decimal: 1 });
  });

  test('sends every call with its own fetch', async () => {
    const urls: string[] = [];
    const client = createFlowgateClient({
      baseUrl: 'http://flowgate.invalid',
      fetch: async ({ url }) => {
        urls.push(url);
        return new Response('{}');
      },
    });
    await client.GET('/flows');
    await client.request('get', '/flows');
    await client.GET('/flows', { fetch: async () => new Response('{"own":true}') });
    expect(urls).toEqual(['http://flowgate.invalid/flows', 'http://flowgate.invalid/flows']);
  });

  test('ends an answer that is being read when its signal aborts, also after its request was collected', async () => {
    const endless = await listen((_request, response) => void response.write('begun'));
    const urls = { baseUrl: urlOf(endless), url: urlOf(endless) };
    for (const { GET } of [createFlowgateClient(urls), new Flowgate(urls).api]) {
      const stop = new AbortController();
      const { data } = await GET('/executions', { parseAs: 'stream', signal: stop.signal });
      const reader = (data as unknown as ReadableStream).getReader(); // with `parseAs`
      await reader.read();
      const end = reader.read();
      await collectGarbage();
      stop.abort();
      await expect(end).rejects.toMatchObject({ name: 'AbortError' });
    }
    endless.closeAllConnections();
    endless.close();
  });

  test('sends strings and bytes unchanged, other values as JSON', async () => {
    const client = createFlowgateClient({ baseUrl: urlOf(server) });
    const headers = { 'content-type': 'application/x-yaml' };
    for (const body of ['id: é', Buffer.from('id: é')]) {
      await client.POST('/flows/validate', { body, headers });
      expect(lastRequest().body).toBe('id: é');
      expect(lastRequest().request.headers['content-type']).toBe('application/x-yaml');
    }
    await client.POST('/flows/validate', { body: { id: 'é' } });
    expect(lastRequest().body).toBe('{"id":"é"}');
    expect(lastRequest().request.headers['content-type']).toBe('application/json');
  });

  test('keeps the slashes in the path of an artifact', async () => {
    const client = createFlowgateClient({ baseUrl: urlOf(server) });
    await client.GET('/executions/{execution_id}/artifacts/{path}*', {
      params: { path: { execution_id: 'a/b', path: 'out/a b?.txt' } },
    });
    expect(lastRequest().request.url).toBe('/executions/a%2Fb/artifacts/out/a%20b%3F.txt');
  });
});

describe('the example of docs/reference/api.md', () => {
  let gateway: TestGateway;
  let server: Server;
  const folder = temporaryFolder();

  beforeAll(async () => {
    gateway = await startTestGateway();
    server = await listen(gateway.app);
  });
  afterAll(async () => {
    server.close();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('runs', async () => {
    const [example = ''] = fencedBlocks(readProjectFile('docs/reference/api.md'), 'ts');
    const file = join(folder, 'example.mts');
    const source = example
      .replace('@flowgate/flowgate/client', join(packageRoot(), 'src/faces/api-client/flowgate.ts'))
      .replace('http://localhost:3000', urlOf(server));
    writeFileSync(file, source);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: packageRoot() });
    expect(stdout).toMatch(/^revision 1\nThe flow examples\/nobody was not found\./);
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { ExecutionFailed, Flowgate, RequestRejected } from '../../src/faces/api-client/flowgate.ts';
import { fencedBlocks, readProjectFile } from '../docs/pages.ts';
import { runProgram, startFlowServer, type FlowServer } from '../integrations/flow-server.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { temporaryFolder } from '../support/redis.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: FlowServer;
let flowgate: Flowgate;
beforeAll(async () => {
  server = await startFlowServer();
  flowgate = new Flowgate({ url: `${server.url}/`, token: server.token });
});
afterAll(() => server.stop());

/** A code block of the guide, for the server and a flow `guide` of the test. */
function fromGuide(language: string, index = 0): string {
  const block = fencedBlocks(readProjectFile('docs/how-to/use-a-client.md'), language)[index] ?? '';
  return block
    .replaceAll('web/deploy', 'web/guide')
    .replace('id: deploy', 'id: guide')
    .replace('https://flowgate.example', server.url)
    .replace('fgt_...', server.token);
}

describe('the guide', () => {
  test('has a flow, which TypeScript and curl run as it says', async () => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await server.running.store(fromGuide('yaml'));
    const file = join(folder, 'example.mts');
    writeFileSync(
      file,
      fromGuide('ts').replace('@flowgate/flowgate/client', join(packageRoot(), 'src/faces/api-client/flowgate.ts')),
    );
    const typescript = await runProgram([process.execPath, '--import', 'tsx', file], { cwd: packageRoot() });
    expect(typescript).toEqual({ status: 0, stdout: 'https://web.example/v1.2.3\n', stderr: '' });

    const env = { FLOWGATE_SERVER: server.url, FLOWGATE_TOKEN: server.token };
    const curl = await runProgram(['sh', '-e', '-c', fromGuide('sh')], { cwd: folder, env });
    expect(curl).toEqual({ status: 0, stdout: fromGuide('text').trimEnd(), stderr: '' });
  });
});

describe('the TypeScript client', () => {
  test('needs the URL of a server', () => {
    const create = (...options: unknown[]) => Reflect.construct(Flowgate, options) as Flowgate;
    expect(() => create()).toThrow('the URL of Flowgate is missing: new Flowgate({ url:');
    expect(() => create({ token: 'fgt_x' })).toThrow('the URL of Flowgate is missing');
    for (const url of ['flowgate.example', 'ftp://flowgate.example', 'http://'])
      expect(() => create({ url })).toThrow(`the URL of Flowgate must start with http:// or https://, not "${url}"`);
    expect(() => create({ url: new URL('https://flowgate.example/base/') })).not.toThrow();
  });

  test('runs a flow, waits for it and reads its outputs in three calls', async () => {
    const execution = await flowgate.run('web/deploy', { version: 'v1 é', count: 2 }, { labels: { reason: 'test' } });
    const { outputs } = await execution.wait();
    expect(outputs).toEqual({ address: 'https://web.example/v1 é', 'release-notes': 'one\ntwo', rows: 0 });
    expect(execution).toMatchObject({
      flow: 'web/deploy',
      state: 'SUCCESS',
      url: `${server.url}/ui/executions/${execution.id}`,
      record: { inputs: { version: 'v1 é', count: 2 }, labels: { reason: 'test' }, actor: 'token:ci' },
    });
    expect(await execution.log('roll-out')).toContain('deploying v1 é with');
  });

  test('uploads files', async () => {
    const table = new File(['a\n'.repeat(3)], 'table.csv');
    const execution = await flowgate.run('web/deploy', { version: 'v1', table });
    expect((await execution.wait()).outputs['rows']).toBe(3);
    expect(execution.record.inputs['table']).toMatchObject({ filename: 'table.csv', size: 6 });
  });

  test('reports a failure, a rejection and a stop', async () => {
    const failed = await flowgate.run('web/fail');
    await expect(failed.wait()).rejects.toThrow(/^web\/fail FAILED: Task break failed.* \(http/);
    await expect(failed.wait()).rejects.toBeInstanceOf(ExecutionFailed);
    expect((await failed.wait({ check: false })).reason).toMatch(/^Task break failed/);
    await expect(flowgate.run('web/deploy', { version: '1' })).rejects.toMatchObject({
      status: 422,
      code: 'inputs-invalid',
      problem: { errors: [{ input_id: 'version' }] },
    });
    await expect(flowgate.execution('0'.repeat(26))).rejects.toBeInstanceOf(RequestRejected);
    await expect(flowgate.run('deploy')).rejects.toThrow('a flow is named namespace/id, not "deploy"');

    const waiting = await flowgate.run('web/wait', {}, { idempotencyKey: 'one' });
    expect((await flowgate.run('web/wait', {}, { idempotencyKey: 'one' })).id).toBe(waiting.id);
    await expect(waiting.wait({ signal: AbortSignal.timeout(10) })).rejects.toMatchObject({ name: 'TimeoutError' });
    await waiting.stop();
    expect((await (await flowgate.execution(waiting.id)).wait({ check: false })).state).toBe('KILLED');
  });

  test('retries what cannot start anything twice, with the same key', async () => {
    const keys: unknown[] = [];
    const json = { 'content-type': 'application/json' };
    const problem = { 'content-type': 'application/problem+json' };
    const answers: Parameters<typeof listen>[0][] = [
      (_, response) => response.destroy(),
      (_, response) => response.writeHead(503, { ...problem, 'retry-after': '1' }).end('{}'),
      (_, response) => response.writeHead(429, { ...problem, 'retry-after': '0' }).end('{}'),
      (_, response) => response.writeHead(202, json).end('{"id":"X","state":"CREATED"}'),
      (_, response) =>
        response
          .writeHead(503, problem)
          .end('{"type":"urn:flowgate:problem:jenkins-not-configured","detail":"No engine."}'),
      (_, response) => response.writeHead(502).end('<html>'),
    ];
    const flaky = await listen((request, response) => {
      keys.push(request.headers['idempotency-key']);
      answers.shift()?.(request, response);
    });
    onTestFinished(() => void flaky.close());
    const client = new Flowgate({ url: urlOf(flaky), retrySeconds: 10 });
    expect((await client.run('web/deploy')).state).toBe('CREATED');
    await expect(client.run('web/deploy')).rejects.toThrow('No engine.');
    expect((await client.api.POST('/flows', { body: {} })).response.status).toBe(502);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys).size).toBe(3);
    const nowhere = new Flowgate({ url: 'http://127.0.0.1:1', retrySeconds: 0 });
    await expect(nowhere.run('web/deploy')).rejects.toThrow('fetch failed');
  });
});

import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { loadContract, routesOf } from '../../../src/faces/http/openapi/contract.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { disconnect, isReady } from '../../support/redis.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

describe('the contract', () => {
  it('is served as JSON, with unique operation ids', async () => {
    const { body } = await request(gateway.app).get('/openapi.json').expect(200);
    expect(body.openapi).toBe('3.0.3');
    const ids = routesOf(loadContract(join(packageRoot(), 'openapi.yaml'))).map(
      ({ operation }) => operation.operationId,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('probes', () => {
  it('report liveness and readiness', async () => {
    expect((await request(gateway.app).get('/healthz').expect(200)).body).toMatchObject({ status: 'ok' });
    expect((await request(gateway.app).get('/readyz').expect(200)).body).toMatchObject({
      status: 'ready',
      checks: { redis: 'ok' },
    });
  });
});

describe('GET /system', () => {
  it('names versions, checks and the work to do', async () => {
    const { body } = await request(gateway.app).get('/system').expect(200);
    expect(body).toMatchObject({
      status: 'ready',
      version: '0.0.0',
      contract: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      checks: [{ name: 'redis', ready: true }],
      queueDepth: 0,
      executions: { RUNNING: 0, FAILED: 0 },
    });
    expect(body).not.toHaveProperty('engine');
    expect(Math.abs(Date.parse(body.time) - Date.now())).toBeLessThan(60_000);
  });

  it('answers while something is missing, and says what', async () => {
    const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
    const broken = await startTestGateway({
      jenkins,
      checks: {
        redis: async () => '7.2.0',
        jenkins: async () => {
          throw new AppError('jenkins-unavailable', 'Jenkins is missing the cloudbees-folder plugin.');
        },
      },
    });
    await disconnect(broken.redis.redis);
    const { body } = await request(broken.app).get('/system').expect(200);
    expect(body).toMatchObject({
      status: 'not-ready',
      engine: 'jenkins',
      checks: [
        { name: 'redis', ready: true, version: '7.2.0' },
        { name: 'jenkins', ready: false, reason: 'Jenkins is missing the cloudbees-folder plugin.' },
      ],
    });
    expect(body).not.toHaveProperty('queueDepth');
    await broken.redis.redis.connect();
    await broken.stop();
  });
});

describe('the log', () => {
  it('contains each request, but never its body or headers', async () => {
    gateway.log.length = 0;
    const { headers } = await request(gateway.app)
      .post('/flows/validate')
      .set('Content-Type', 'text/yaml')
      .set('x-request-id', 'trace-1')
      .set('Authorization', 'Bearer hidden-token')
      .set('Proxy-Authorization', 'Basic hidden')
      .set('Cookie', 'session=hidden')
      .set('X-Flowgate-Key', 'hidden-key')
      .set('X-Gitlab-Token', 'hidden-key')
      .send('id: hidden-body');
    expect(headers['x-request-id']).toBe('trace-1');
    expect(JSON.parse(gateway.log[0] ?? '')).toMatchObject({
      req: { id: 'trace-1', method: 'POST', url: '/flows/validate' },
      res: { statusCode: 200 },
    });
    expect(gateway.log.join('')).not.toContain('hidden');
  });

  it('contains the caller if known', async () => {
    gateway.log.length = 0;
    await request(gateway.app).delete('/flows/examples/none').set('x-oidc-sub', 'ada').expect(404);
    await request(gateway.app).get('/flows/examples/none').expect(404);
    const [known, unknown] = gateway.log.map((line) => JSON.parse(line));
    expect(known).toMatchObject({ actor: 'ada' });
    expect(unknown).not.toHaveProperty('actor');
  });

  it.each([
    ['/files/e1/dataset/hidden', '/files/e1/dataset/****'],
    ['/FILES/e1/dataset/hidden?a=b', '/FILES/e1/dataset/****?a=b'],
    ['//files//e1/dataset/hidden/more', '//files//e1/dataset/****'],
    [
      '/flows?q=keys&access_token=hidden&limit=5&api-key=hidden=',
      '/flows?q=keys&access_token=****&limit=5&api-key=****',
    ],
    ['/flows?q=a?token=hidden', '/flows?q=a?token=****'],
    ['/ui/sign-in?code=hidden&state=1&barcode=2', '/ui/sign-in?code=****&state=1&barcode=2'],
  ])('masks the secret in %s', async (path, url) => {
    gateway.log.length = 0;
    await request(gateway.app).get(path);
    expect(JSON.parse(gateway.log[0] ?? '').req.url).toBe(url);
  });

  it('replaces an invalid request id', async () => {
    const { headers } = await request(gateway.app).get('/healthz').set('x-request-id', 'a b\u00e9');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('headers', () => {
  it('keep browsers from loading or framing anything', async () => {
    const { headers } = await request(gateway.app).get('/healthz');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the rate', () => {
  it('is limited for each client', async () => {
    const limited = await startTestGateway({ limits: { flowBytes: 1024, bodyBytes: 1024, requestsPerMinute: 2 } });
    await request(limited.app).get('/flows').expect(200);
    await request(limited.app).get('/flows').expect(200);
    const { body, headers } = await request(limited.app).get('/flows').expect(429);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:rate-limited' });
    expect(headers).toHaveProperty('retry-after');
    await request(limited.app).get('/flows').set('X-Forwarded-For', '192.0.2.1').expect(200);
    for (const probe of ['/healthz', '/readyz']) await request(limited.app).get(probe).expect(200);
    await limited.stop();
  });
});

describe('without Redis', () => {
  beforeEach(async () => {
    await gateway.redis.redis.flushall();
    await request(gateway.app)
      .post('/flows')
      .set('x-oidc-sub', 'ada')
      .set('Content-Type', 'text/yaml')
      .send(flowText())
      .expect(201);
  });

  it('returns 503 immediately, but serves everything that needs no Redis', async () => {
    await disconnect(gateway.redis.redis);
    const { body, headers } = await request(gateway.app).get('/flows/examples/hello').expect(503);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:store-unavailable' });
    expect(headers['retry-after']).toBe('1');
    expect((await request(gateway.app).get('/readyz').expect(503)).body).toMatchObject({
      type: 'urn:flowgate:problem:not-ready',
      checks: {},
    });
    await request(gateway.app).get('/healthz').expect(200);
    await request(gateway.app).post('/flows/validate').set('Content-Type', 'text/yaml').send(flowText()).expect(200);
    await gateway.redis.redis.connect();
    await request(gateway.app).get('/flows/examples/hello').expect(200);
  });

  it('recovers automatically, with all stored data', async () => {
    const lost = new Promise((resolve) => gateway.redis.redis.once('close', resolve));
    process.kill(gateway.redis.server.processId!, 'SIGKILL');
    await lost;
    await isReady(gateway.redis.redis);
    expect((await request(gateway.app).get('/flows/examples/hello').expect(200)).body.revision).toBe(1);
  });
});

describe('a store that cannot write', () => {
  it('keeps the gateway in service if its disk is full, because reading works', async () => {
    const detail = 'Changes are not possible because the disk of the store is full. Reading still works.';
    const redis = () => Promise.reject(new AppError('insufficient-storage', detail));
    const full = await startTestGateway({ checks: { redis } });
    expect((await request(full.app).get('/readyz').expect(200)).body).toMatchObject({
      status: 'ready',
      checks: { redis: detail },
    });
    await full.stop();
  });
});

describe('a defect', () => {
  it('returns no details, and is logged with its stack', async () => {
    const broken = await startTestGateway({ checks: {} });
    await broken.redis.redis.set('{flowgate}:flow:examples/odd', 'not a hash');
    broken.log.length = 0;
    const { body } = await request(broken.app).get('/flows/examples/odd').expect(500);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:internal-error', status: 500 });
    expect(JSON.stringify(body)).not.toContain('WRONGTYPE');
    expect(JSON.parse(broken.log[0] ?? '').err.stack).toContain('WRONGTYPE');
    await broken.stop();
  });
});

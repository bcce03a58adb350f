import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JenkinsClientGateway } from '../../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import type { Fault } from '../../../support/stand-in-jenkins/fault-plan.ts';
import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';

const key = { namespace: 'demo', id: 'hello' };
const script = '// stand-in: {"tasks": [{"path": "a", "log": "a line"}], "artifacts": {"a.txt": "0123456789"}}';

describe('the gateway when Jenkins misbehaves', () => {
  let jenkins: StandInJenkins;
  let gateway: JenkinsClientGateway;

  beforeAll(async () => {
    jenkins = await StandInJenkins.start({ timing: { task: 1, boot: 1, lastLine: 1, leave: 5 } });
    gateway = new JenkinsClientGateway({ ...addressOf(jenkins), folder: 'flows', idleTimeout: 300 });
    await gateway.pushJob({ key, description: '', parameters: [], script });
  });
  afterEach(() => jenkins.misbehave([]));
  afterAll(async () => {
    gateway.close();
    await jenkins.stop();
  });

  it.each<[Fault['kind'], object]>([
    ['down', { kind: 'unreachable', retryable: true }],
    ['starting', { kind: 'starting', status: 503, retryable: true }],
    ['unauthorised', { kind: 'unauthorised', status: 401, retryable: false }],
    ['forbidden', { kind: 'forbidden', status: 403, retryable: false }],
    ['missing', { kind: 'not-found', status: 404, retryable: false }],
    ['failed', { kind: 'failed', status: 500, retryable: true }],
    ['log-in', { kind: 'broken-reply', retryable: true }],
    ['late', { kind: 'timeout', retryable: true }],
    ['lost', { kind: 'unreachable', retryable: true }],
    ['cut', { kind: 'broken-reply', retryable: true }],
    ['silent', { kind: 'timeout', retryable: true }],
  ])('tells %s by its kind', async (kind, error) => {
    jenkins.misbehave([{ kind, requests: '/queue/api/json', times: 1 }]);
    await expect(gateway.findExecution(key, 'any')).rejects.toMatchObject({ name: 'JenkinsError', ...error });
    expect(await gateway.findExecution(key, 'any')).toEqual([]);
  });

  it.each(['lost', 'late'] as const)('cannot rule out that a trigger whose reply is %s had an effect', async (kind) => {
    const executionId = `trigger-${kind}`;
    jenkins.misbehave([{ kind, requests: 'buildWithParameters', times: 1, milliseconds: 400 }]);
    await expect(gateway.trigger(key, new Map([['FLOWGATE_EXECUTION_ID', executionId]]))).rejects.toMatchObject({
      retryable: true,
    });
    await sleep(300);
    const traces = await gateway.findExecution(key, executionId);
    expect(traces).toEqual([expect.objectContaining({ place: 'build' })]);
  });

  it("ends a call at the caller's signal, before and during the request", async () => {
    await expect(gateway.listJobs({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'cancelled',
      retryable: false,
    });
    jenkins.misbehave([{ kind: 'late', milliseconds: 5000, times: 1 }]);
    await expect(gateway.listJobs({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('reports a stream that is cut off to its reader', async () => {
    await gateway.trigger(key, new Map([['FLOWGATE_EXECUTION_ID', 'stream']]));
    const build = await ended('stream');
    for (const [fault, kind] of [
      ['cut', 'broken-reply'],
      ['silent', 'timeout'],
    ] as const) {
      jenkins.misbehave([{ kind: fault, requests: '/artifact/', times: 1 }]);
      const content = await gateway.artifact(build, 'a.txt');
      await expect(text(content!.stream)).rejects.toMatchObject({ kind });
    }
    expect(await text((await gateway.artifact(build, 'a.txt'))!.stream)).toBe('0123456789');
  });

  it('reads no more than its limit', async () => {
    const modest = new JenkinsClientGateway({ ...addressOf(jenkins), folder: 'flows', maxReplyLength: 50 });
    await gateway.trigger(key, new Map([['FLOWGATE_EXECUTION_ID', 'long']]));
    const build = await ended('long');
    await expect(modest.recentBuilds(key, 5)).rejects.toMatchObject({ kind: 'broken-reply' });
    expect(await modest.log(build, 0)).toMatchObject({ truncated: true });
    modest.close();
  });

  it('reports missing permissions', async () => {
    jenkins.misbehave(
      ['createItem', 'flows/config.xml', 'credentials/', 'pluginManager'].map((requests) => ({
        kind: 'forbidden',
        requests,
      })),
    );
    expect(await gateway.readiness()).toMatchObject({
      missingPlugins: undefined,
      missingPermissions: ['Job/Create', 'Job/Configure', 'Credentials/View'],
    });
  });

  it('never reveals credentials or values', async () => {
    for (const kind of ['down', 'failed', 'unauthorised', 'cut'] as const) {
      jenkins.misbehave([{ kind, times: 1 }]);
      const error: unknown = await gateway
        .trigger(key, new Map([['WHO', 'a-secret-value']]))
        .catch((reason: unknown) => reason);
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
      for (const secret of [
        'a-secret-value',
        jenkins.token,
        Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64'),
      ])
        expect(told).not.toContain(secret);
    }
  });

  async function ended(executionId: string) {
    for (;;) {
      const [trace] = await gateway.findExecution(key, executionId);
      if (trace?.place === 'build' && trace.build.duration !== undefined) return trace.build.key;
    }
  }
});

describe('the gateway to a server that is not Jenkins', () => {
  let server: Server;
  let gateway: JenkinsClientGateway;
  let answer: { status: number; headers: Record<string, string>; body: string };
  const seen: { url: string | undefined; headers: object }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push({ url: request.url, headers: request.headers });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://admin:leaked@127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on a port
    gateway = new JenkinsClientGateway({ url, user: 'someone', token: 'tok%n', folder: 'flows' });
  });
  afterAll(() => {
    gateway.close();
    server.close();
  });

  it.each([
    [200, { 'content-type': 'application/json' }, '{"quietingDown": false}'],
    [200, { 'content-type': 'application/json', 'x-jenkins': '2.1' }, '[]'],
    [200, { 'content-type': 'application/json', 'x-jenkins': '2.1' }, '{"quietingDown": "no"}'],
    [301, { location: 'https://jenkins.example/api/json' }, ''],
  ])('rejects what it answers: %i %j %s', async (status, headers, body) => {
    answer = { status, headers: headers as Record<string, string>, body }; // literals above
    await expect(gateway.readiness()).rejects.toMatchObject({ kind: 'broken-reply' });
  });

  it.each([
    [500, 'failed'],
    [502, 'unreachable'],
    [503, 'starting'],
    [504, 'unreachable'],
  ])('is %i at its sign-in page of the same kind as anywhere', async (status, kind) => {
    answer = { status, headers: { 'x-instance-identity': 'of a proxy' }, body: '' };
    await expect(gateway.identity()).rejects.toMatchObject({
      kind,
      status,
      message: expect.stringMatching(new RegExp(`^Jenkins (is starting: it )?answered ${status} to GET /login\\.$`)),
    });
    await expect(gateway.readiness()).rejects.toMatchObject({ kind, status });
  });

  it('identifies itself also at a page that it forbids', async () => {
    answer = { status: 403, headers: { 'x-instance-identity': 'a key' }, body: '' };
    expect(await gateway.identity()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not wait for a reply that never ends', async () => {
    const dripping = createServer((_, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`; // it listens on a port
    const hasty = new JenkinsClientGateway({ url, user: 'someone', token: 'token', folder: 'flows', idleTimeout: 50 });
    await expect(hasty.readiness()).rejects.toMatchObject({ kind: 'timeout' });
    hasty.close();
    dripping.close();
  });

  it('does not treat a redirect of a proxy as success, and follows none', async () => {
    for (const location of [
      'https://jenkins.example/job/flows/job/demo/job/hello/disable',
      '/login?from=%2F',
      'https://sso.example/securityRealm/commenceLogin',
    ]) {
      answer = { status: 302, headers: { location }, body: '' };
      const before = seen.length;
      await expect(gateway.disableJob(key)).rejects.toMatchObject({ kind: 'broken-reply' });
      expect(seen.length - before).toBe(1);
    }
  });

  it('names the target of a redirect', async () => {
    answer = { status: 301, headers: { location: 'https://jenkins.example/api/json?state=private' }, body: '' };
    await expect(gateway.readiness()).rejects.toThrow(
      'Jenkins answered 301 to GET /api/json: see https://jenkins.example/api/json.',
    );
  });

  it('reaches an IPv6 address, and reports when nothing listens there', async () => {
    const elsewhere = new JenkinsClientGateway({
      url: 'http://[::1]:9',
      user: 'someone',
      token: 'token',
      folder: 'flows',
    });
    await expect(elsewhere.readiness()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL/),
    });
    elsewhere.close();
  });

  it('sends credentials in one header only', () => {
    const sent = JSON.stringify(seen.map(({ url, headers }) => ({ url, headers: { ...headers, authorization: '' } })));
    expect(sent).not.toContain('tok%n');
    expect(sent).not.toContain(encodeURIComponent('tok%n'));
    expect(sent).not.toContain('leaked');
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('someone:tok%n').toString('base64')}`,
    });
  });
});

function addressOf({ url, user, token }: StandInJenkins): { url: string; user: string; token: string } {
  return { url, user, token };
}

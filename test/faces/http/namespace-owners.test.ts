import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const policy = readPolicy(`grants:
  - {subjects: [ada], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [reader], namespaces: [examples], rights: [read]}
  - {subjects: [stranger], namespaces: [other], rights: [read, write]}
`).value;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: true, policy },
  });
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

interface Sent {
  readonly body?: string | object;
  /** The header `Flowgate-Owner`. */
  readonly owner?: string;
  readonly as?: string;
}

async function send(method: 'get' | 'post' | 'put' | 'delete', path: string, { body, owner, as = 'ada' }: Sent = {}) {
  const sent = request(gateway.app)[method](path).set('x-oidc-sub', as);
  if (owner !== undefined) sent.set('Flowgate-Owner', owner);
  return typeof body === 'string' ? sent.type('text/yaml').send(body) : sent.send(body);
}

const path = '/flows/examples/hello';
const ownerPath = '/namespaces/examples/owner';
const web = {
  repository: 'web',
  commit: '3f2a1c',
  url: 'https://git.example/acme/web',
  commitUrl: 'https://git.example/acme/web/commit/3f2a1c',
};
const fromWeb = { owner: 'web@3f2a1c' };
const claim = (body: object = web, query = '') => send('put', `${ownerPath}${query}`, { body });
const text = flowText({ greeting: 'Hi' });
const withTrigger = `${text}triggers: [{id: nightly, type: schedule, cron: "0 2 * * *"}]\n`;

const changes: Readonly<Record<string, (sent?: Sent) => ReturnType<typeof send>>> = {
  create: (sent) => send('post', '/flows', { body: flowText({ id: 'other' }), ...sent }),
  'create what exists': (sent) => send('post', '/flows', { body: text, ...sent }),
  update: (sent) => send('put', path, { body: text, ...sent }),
  delete: (sent) => send('delete', path, sent),
  purge: (sent) => send('delete', `${path}?purge=true`, sent),
  restore: () => send('post', `${path}/revisions/1/restore`),
  disable: () => send('post', `${path}/disable`),
  'disable a trigger': () => send('post', `${path}/triggers/nightly/disable`),
};

describe('a namespace that a repository owns', () => {
  beforeEach(async () => {
    await send('post', '/flows', { body: withTrigger });
    await claim();
  });

  it.each(Object.keys(changes))('rejects %s by others, and says where to change the flow', async (name) => {
    const before = await gateway.redis.redis.hgetall('{flowgate}:revisions:examples/hello');
    for (const sent of [{}, { owner: 'api@3f2a1c' }]) {
      const { status, body } = await changes[name]!(sent);
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          type: 'urn:flowgate:problem:owned-by-repository',
          owner: { repository: 'web', commit: '3f2a1c', url: web.url },
          detail:
            'The namespace examples is owned by the repository web at 3f2a1c. Change its flows there, https://git.example/acme/web, or release the namespace with `flowgate namespaces release examples`.',
        },
      });
    }
    expect(await gateway.redis.redis.hgetall('{flowgate}:revisions:examples/hello')).toEqual(before);
    expect((await send('get', path)).body.revision).toBe(1);
  });

  it('rejects each document of an import, even in a dry run, unless it changes nothing', async () => {
    const stream = `${withTrigger}---\n${flowText({ id: 'new' })}---\n${flowText({ namespace: 'free' })}`;
    for (const query of ['?dryRun=true', '']) {
      const { flows } = (await send('post', `/import${query}`, { body: stream })).body;
      expect(flows).toMatchObject([
        { outcome: 'unchanged' },
        { outcome: 'refused', reason: expect.stringContaining('owned by the repository web') },
        { outcome: 'created' },
      ]);
    }
  });

  it('accepts changes from any commit of the repository, and records the commit with its page', async () => {
    expect((await send('put', path, { body: text, ...fromWeb })).status).toBe(200);
    expect((await send('post', '/flows', { body: flowText({ id: 'new' }), owner: 'web@0000aaaa' })).status).toBe(201);
    expect((await send('get', `${path}/revisions`)).body.revisions).toMatchObject([
      { revision: 2, repository: 'web', commit: '3f2a1c', commitUrl: web.commitUrl },
      { revision: 1 },
    ]);
    const [entry] = (await send('get', '/flows/examples/new/revisions')).body.revisions;
    expect(entry).toMatchObject({ repository: 'web', commit: '0000aaaa' });
    expect(entry).not.toHaveProperty('commitUrl');
    expect((await send('delete', path, fromWeb)).status).toBe(204);
  });

  it('is back for its repository after a deletion, in one revision', async () => {
    await send('delete', path, fromWeb);
    expect((await send('put', path, { body: text, owner: 'web@3f2a1d' })).body).toMatchObject({
      revision: 2,
      deleted: false,
    });
  });

  it('shows its owner to readers alone', async () => {
    expect((await send('get', path, { as: 'reader' })).body.owner).toMatchObject(web);
    expect((await send('get', '/namespaces', { as: 'reader' })).body.namespaces).toMatchObject([{ owner: web }]);
    expect((await send('get', '/namespaces', { as: 'stranger' })).body).toEqual({ namespaces: [] });
    expect((await send('get', path, { as: 'stranger' })).status).toBe(403);
  });

  it('is listed without flows too', async () => {
    await send('delete', path, fromWeb);
    expect((await send('get', '/namespaces')).body.namespaces).toMatchObject([
      { namespace: 'examples', flows: 0, owner: web },
    ]);
  });

  it('still runs, and keeps presets and keys', async () => {
    expect((await send('put', `${path}/presets/usual`, { body: { inputs: { user_name: 'Ada' } } })).status).toBe(200);
    expect((await send('post', `${path}/enable`)).status).toBe(200);
  });

  it('goes to another repository only on purpose', async () => {
    const api = { repository: 'api', commit: '77aa' };
    expect(await claim(api)).toMatchObject({ status: 409, body: { owner: { repository: 'web' } } });
    expect((await claim(api, '?takeOwnership=true')).body).toMatchObject(api);
    expect((await send('put', path, { body: text, ...fromWeb })).status).toBe(409);
    expect((await send('put', path, { body: text, owner: 'api@77aa' })).status).toBe(200);
    expect((await send('get', '/audit?action=claimNamespace')).body.entries).toMatchObject([
      { outcome: 'done', namespace: 'examples', detail: 'api@77aa, taken over from web' },
      { outcome: 'refused', code: 'owned-by-repository', detail: 'api@77aa' },
      { outcome: 'done', detail: 'web@3f2a1c' },
    ]);
  });

  it('is free after a release, which is audited', async () => {
    expect((await send('delete', ownerPath)).status).toBe(204);
    expect((await send('put', path, { body: text })).status).toBe(200);
    expect((await send('get', path)).body).not.toHaveProperty('owner');
    expect(await send('delete', ownerPath)).toMatchObject({
      status: 404,
      body: { type: 'urn:flowgate:problem:owner-not-found', detail: 'The namespace examples has no owner.' },
    });
    expect((await send('get', '/audit?action=releaseNamespace')).body.entries).toMatchObject([
      { outcome: 'refused', code: 'owner-not-found' },
      { actor: 'ada', namespace: 'examples', detail: 'web@3f2a1c' },
    ]);
  });
});

describe('a claim', () => {
  it('notes each commit of the same repository, whose links stay known', async () => {
    expect(await claim()).toMatchObject({ status: 200, body: { ...web, claimedBy: 'ada' } });
    const next = { repository: 'web', commit: '77aa' };
    const nextPage = 'https://git.example/acme/web/commit/77aa';
    expect((await claim(next)).body).toMatchObject({ ...next, url: web.url, commitUrl: nextPage });
    expect((await claim({ ...next, url: web.url })).body).toMatchObject({ commitUrl: nextPage });
    const moved = await claim({ ...next, url: 'https://git.example/new/web' });
    expect(moved.body).toMatchObject({ url: 'https://git.example/new/web' });
    expect(moved.body).not.toHaveProperty('commitUrl');
    expect((await claim({ repository: 'api', commit: '77aa' }, '?takeOwnership=true')).body).not.toHaveProperty('url');
  });

  it('needs the right to write', async () => {
    expect((await send('put', ownerPath, { body: web, as: 'reader' })).status).toBe(403);
    expect((await send('delete', ownerPath, { as: 'stranger' })).status).toBe(403);
    expect((await send('get', '/namespaces')).body).toEqual({ namespaces: [] });
  });

  it.each([
    { url: 'javascript:alert(1)' },
    { url: 'ftp://git.example/web' },
    { url: 'https://ada:sesame@git.example/web' },
    { url: 'https://git.example/"><script>' },
    { commitUrl: 'data:text/html,x' },
    { commit: 'main' },
    { repository: 'web@x' },
    { repository: '' },
  ])('rejects %o', async (given) => {
    expect((await claim({ ...web, ...given })).status).toBe(400);
  });

  it.each(['web', 'web@', '@3f2a1c', 'web@main', 'a b@3f2a1c'])('rejects the header %o', async (owner) => {
    expect((await send('post', '/flows', { body: text, owner })).status).toBe(400);
  });

  it('succeeds for one of many repositories, and only that one changes flows', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `repository-${index}`);
    const statuses = await Promise.all(
      names.map(async (repository) => {
        const { status } = await claim({ repository, commit: '3f2a1c' });
        // An applier stops after a rejected claim; one that does not is stopped here.
        const written = await send('post', '/flows', {
          body: flowText({ id: repository }),
          owner: `${repository}@3f2a1c`,
        });
        return [repository, status, written.status];
      }),
    );
    const [winner, ...others] = statuses.filter(([, status]) => status === 200);
    expect([winner?.[2], others]).toEqual([201, []]);
    expect((await send('get', '/flows/examples')).body.flows).toMatchObject([{ id: winner?.[0] }]);
  });

  it('lets no change of others slip in after it', async () => {
    await send('post', '/flows', { body: flowText() });
    const writers = Array.from({ length: 40 }, async (_, index) => {
      const { status, body } = await send('put', path, { body: flowText({ greeting: `Writer ${index}` }) });
      return status === 200 ? Number(body.revision) : 0;
    });
    const atClaim = claim().then(async () => Number((await send('get', path)).body.revision));
    const stored = await Promise.all(writers);
    expect(Math.max(...stored)).toBeLessThanOrEqual(await atClaim);
    expect((await send('get', path)).body.revision).toBe(await atClaim);
  });
});

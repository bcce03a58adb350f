import { beforeEach, describe, expect, test } from 'vitest';
import { flowText, startTestGateway } from '../../../support/gateway.ts';
import { useGatewayLine } from '../gateway-line.ts';

const cli = useGatewayLine(startTestGateway);
const run = (...words: string[]) => cli.line.run(words);
const write = (id: string, namespace = 'web', greeting = 'Hello') =>
  cli.line.write(`${namespace}/${id}.yaml`, flowText({ id, namespace, greeting }));
const asWeb = ['apply', '--owner', 'web@3f2a1c', '--owner-url', 'https://github.com/acme/web'];
const stored = async (namespace = 'web') =>
  JSON.parse((await run('flows', 'list', namespace, '--sort', 'id', '--format', 'json')).stdout).map(
    ({ id }: { id: string }) => id,
  );

describe('apply --owner', () => {
  beforeEach(async () => {
    write('deploy');
    await run(...asWeb, 'web');
    write('deploy', 'web', 'Hi');
  });

  test('rejects changes of others with the place where to change it', async () => {
    const sentence = /owned by the repository web at 3f2a1c\. Change its flows there, https:\/\/github\.com\/acme\/web/;
    expect((await run('namespaces', 'list')).stdout).toMatch(
      /\nweb +1 +web +3f2a1c .* https:\/\/github\.com\/acme\/web\n$/,
    );
    const applied = await run('apply', 'web');
    expect(applied).toMatchObject({ status: 1, stdout: expect.stringMatching(sentence) });
    expect(applied.stdout).toContain('`flowgate namespaces release web`');
    for (const words of [
      ['flows', 'delete', 'web/deploy'],
      ['flows', 'disable', 'web/deploy'],
    ])
      expect(await run(...words)).toMatchObject({ status: 1, stderr: expect.stringMatching(sentence) });
    expect(await run('import', 'web/deploy.yaml')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(sentence),
    });
    const api = await run('apply', '--owner', 'api@77aa', 'web');
    expect(api).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('To take it over, pass --take-ownership.'),
    });
  });

  test('accepts each commit, and revisions show it', async () => {
    expect((await run('apply', '--owner', 'web@77aa88bb', 'web')).status).toBe(0);
    const { stdout } = await run('flows', 'revisions', 'web/deploy');
    expect(stdout).toMatch(/\n2 .* web@77aa88bb\n1 .* web@3f2a1c\n$/);
  });

  test('is foreseen by a dry run, which claims nothing', async () => {
    write('first', 'free');
    const dry = await run('apply', '--owner', 'api@77aa', '--dry-run', 'web', 'free');
    expect(dry).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('rejected web/deploy: the repository web'),
    });
    expect(dry.stdout).toContain('created free/first');
    expect((await run('apply', '--dry-run', 'web')).status).toBe(1);
    expect((await run('namespaces', 'list')).stdout).not.toContain('free');
    write('deploy');
    expect((await run('apply', '--dry-run', 'web')).stdout).toContain('unchanged web/deploy');
  });

  test('takes over on purpose, and then the former owner is rejected', async () => {
    expect((await run('apply', '--owner', 'api@77aa', '--take-ownership', 'web')).status).toBe(0);
    expect((await run(...asWeb, 'web')).status).toBe(1);
    expect((await run('namespaces', 'list')).stdout).toMatch(/^NAMESPACE +FLOWS +REPOSITORY .*\nweb +1 +api +77aa /);
  });

  test('ends with a release', async () => {
    expect(await run('namespaces', 'release', 'web')).toEqual({ status: 0, stdout: 'released web\n', stderr: '' });
    expect(await run('namespaces', 'release', 'web')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'flowgate: The namespace web has no owner.\n',
    });
    expect((await run('apply', 'web')).status).toBe(0);
  });

  test('brings a flow back whose deletion was reverted', async () => {
    write('other');
    await run(...asWeb, 'web');
    expect((await run(...asWeb, '--prune', 'web', '--yes', 'web/other.yaml')).stdout).toContain('web/deploy: deleted');
    expect(await run(...asWeb, 'web')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('updated web/deploy'),
    });
    expect(await stored()).toEqual(['deploy', 'other']);
  });

  test.each([
    [['apply', '--owner', 'web', 'web'], '--owner is "web"'],
    [['apply', '--take-ownership', 'web'], '--owner-url and --take-ownership need --owner'],
    [['apply', '--owner', 'web@3f2a1c', '--owner-url', 'ftp://x', 'web'], '--owner-url must be a URL'],
  ])('rejects %o', async (words, message) => {
    expect(await run(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('apply --prune', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `flow-${index}`);
  const files = (count: number) => ids(count).map((id) => `web/${id}.yaml`);
  const prune = (...words: string[]) => run('apply', '--prune', 'web', '--yes', ...words);
  async function store(count: number): Promise<void> {
    for (const id of ids(count)) write(id);
    expect((await run('apply', 'web')).status).toBe(0);
    // The guard stops before anything is applied.
    write('flow-0', 'web', 'Hi');
  }

  test.each([
    [1, 2],
    [2, 3],
    [4, 5],
    [8, 10],
  ])('keeps %d of %d without force', async (kept, all) => {
    await store(all);
    expect((await prune(...files(kept))).status).toBe(0);
    expect(await stored()).toHaveLength(kept);
  });

  test.each([
    [1, 3],
    [3, 5],
    [7, 10],
  ])('to keep %d of %d needs force, else nothing is applied', async (kept, all) => {
    await store(all);
    for (const more of [[], ['--dry-run']])
      expect(await prune(...more, ...files(kept))).toEqual({
        status: 2,
        stdout: '',
        stderr: `flowgate: ${all - kept} of the ${all} flows in web are in no file, which is more than a fifth. Nothing was applied. To delete them, pass --force.\n`,
      });
    expect(await stored()).toHaveLength(all);
    expect((await run('flows', 'revisions', 'web/flow-0', '--format', 'json')).stdout).not.toContain('"revision": 2');
    expect((await prune('--force', ...files(kept))).status).toBe(0);
    expect(await stored()).toHaveLength(kept);
  });

  test('deletes nothing in a namespace without files, unless the owner owns it and insists', async () => {
    await store(1);
    write('other', 'api');
    for (const words of [['--force'], ['--force', '--owner', 'web@3f2a1c']])
      expect(await prune(...words, 'api')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('none of the files has a flow of web, so none is deleted there'),
      });
    expect((await run('apply', '--owner', 'web@3f2a1c', 'web')).status).toBe(0);
    const owned = ['--owner', 'web@3f2a1d'];
    expect(await prune(...owned, 'api')).toMatchObject({ status: 2, stderr: expect.stringContaining('1 of the 1') });
    expect((await prune(...owned, '--force', '--prune', 'typo', 'api')).status).toBe(0);
    expect((await run('namespaces', 'list')).stdout).not.toContain('typo');
    expect(await stored()).toEqual([]);
  });
});

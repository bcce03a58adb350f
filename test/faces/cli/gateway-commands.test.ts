import { existsSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { flowText, startTestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { useGatewayLine } from './gateway-line.ts';

const cli = useGatewayLine(startTestGateway);

const store = (text: string, type = 'text/yaml') =>
  request(cli.started.app).post('/flows').set('x-oidc-sub', 'bob').set('Content-Type', type).send(text).expect(201);
const change = (text: string, id = 'hello') =>
  request(cli.started.app)
    .put(`/flows/examples/${id}`)
    .set('x-oidc-sub', 'bob')
    .set('Content-Type', 'text/yaml')
    .send(text)
    .expect(200);
const sourceOf = async (id = 'hello') =>
  (await request(cli.started.app).get(`/flows/examples/${id}`).expect(200)).body.source;

const write = (name: string, text: string) => cli.line.write(name, text);
const read = (name: string) => cli.line.read(name);

describe('pull', () => {
  test('writes each flow to its own file, byte for byte', async () => {
    const odd = `\uFEFF# comment\r\n${flowText({ id: 'odd', greeting: 'Grüße' }).replaceAll('\n', '\r\n')}`;
    await store(flowText());
    await store(odd);
    await store(
      JSON.stringify(
        {
          id: 'json',
          namespace: 'other',
          description: 'x',
          tasks: [{ id: 'a', type: 'dev.vendor.plugin.core.log.Log', message: 'x' }],
        },
        undefined,
        1,
      ),
      'application/json',
    );
    const { status, stdout, stderr } = await cli.line.run(['pull']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '3 written, 0 unchanged, 0 kept\n' });
    expect(stdout).toContain('flows/examples/hello.yaml: written examples/hello, revision 1\n');
    expect(read('flows/examples/hello.yaml')).toBe(flowText());
    expect(read('flows/examples/odd.yaml')).toBe(odd);
    expect(read('flows/other/json.json')).toMatch(/^\{\n "id"/);
  });

  test('accepts a namespace or a flow', async () => {
    for (const [namespace, id] of [
      ['examples', 'a'],
      ['examples', 'b'],
      ['examples.more', 'c'],
      ['other', 'd'],
    ] as const)
      await store(flowText({ namespace, id }));
    await cli.line.run(['pull', '-o', 'here', 'examples', 'other/d']);
    expect(
      ['examples/a', 'examples/b', 'examples.more/c', 'other/d'].filter((name) =>
        existsSync(join(cli.line.folder, 'here', `${name}.yaml`)),
      ),
    ).toEqual(['examples/a', 'examples/b', 'other/d']);
  });

  test('follows pages', async () => {
    for (let number = 0; number < 12; number++) await store(flowText({ id: `f${number}` }));
    expect(await cli.line.run(['pull', 'examples'])).toMatchObject({
      status: 0,
      stderr: '12 written, 0 unchanged, 0 kept\n',
    });
  });

  test('keeps changes that were not pushed, except with --force', async () => {
    await store(flowText());
    await cli.line.run(['pull']);
    await change(flowText({ greeting: 'Welcome' }));
    expect(await cli.line.run(['pull'])).toMatchObject({ status: 0, stderr: '1 written, 0 unchanged, 0 kept\n' });
    write('flows/examples/hello.yaml', flowText({ greeting: 'Mine' }));
    await change(flowText({ greeting: 'Theirs' }));
    const kept = await cli.line.run(['pull']);
    expect(kept).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('kept examples/hello, revision 3: the file has changes'),
    });
    expect(read('flows/examples/hello.yaml')).toBe(flowText({ greeting: 'Mine' }));
    expect(await cli.line.run(['pull', '--force'])).toMatchObject({ status: 0 });
    expect(read('flows/examples/hello.yaml')).toBe(flowText({ greeting: 'Theirs' }));
  });

  test('reports a flow that was not found', async () => {
    expect(await cli.line.run(['pull', 'examples/none'])).toMatchObject({
      status: 1,
      stderr: 'flowgate: The flow examples/none was not found. GET /flows/examples lists the flows of the namespace.\n',
    });
  });

  test.each([['Examples'], ['a/b/c'], ['../x'], ['a/..']])('rejects %s as a name', async (word) => {
    expect(await cli.line.run(['pull', word])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is neither a namespace nor a flow'),
    });
  });

  test('writes nothing outside its folder, whatever the server lists', async () => {
    const lying = await listen((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ flows: [{ namespace: '..', id: 'escaped' }] }));
    });
    expect(await cli.line.run(['pull', '--server', urlOf(lying)])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('not a valid flow name'),
    });
    lying.close();
  });
});

describe('apply', () => {
  test('creates and updates flows, keeps unchanged ones, and rejects invalid ones with their problems', async () => {
    await store(flowText({ id: 'same' }));
    await store(flowText({ id: 'old' }));
    write('flows/new.yaml', flowText({ id: 'new' }));
    write('flows/old.yaml', flowText({ id: 'old', greeting: 'Hi' }));
    write('flows/same.yaml', flowText({ id: 'same' }));
    write('flows/wrong.yaml', flowText({ id: 'wrong' }).replace('max_length', 'max_lenght'));
    const { status, stdout, stderr } = await cli.line.run(['apply', 'flows/*.yaml']);
    expect(status).toBe(1);
    expect(stdout.split('\n').map((text) => text.replace(/Unknown property.*/, ''))).toEqual([
      'flows/new.yaml: created examples/new, revision 1',
      'flows/old.yaml: updated examples/old, revision 2',
      'flows/same.yaml: unchanged examples/same, revision 1',
      'flows/wrong.yaml: rejected examples/wrong: it has an error',
      'flows/wrong.yaml:10:5 error unknown-property ',
      '',
    ]);
    expect(stderr).toBe('1 created, 1 updated, 1 unchanged, 1 rejected\n');
    expect(await sourceOf('old')).toBe(flowText({ id: 'old', greeting: 'Hi' }));
  });

  test('rejects files with the same flow, because one would replace the other', async () => {
    await store(flowText());
    write('copy.yaml', flowText({ greeting: 'Hi' }));
    write('hello.yaml', flowText());
    write('other.yaml', flowText({ id: 'other' }));
    const { status, stdout } = await cli.line.run(['apply', '*.yaml']);
    expect({ status, lines: stdout.trimEnd().split('\n') }).toEqual({
      status: 1,
      lines: [
        'copy.yaml: rejected examples/hello: hello.yaml contains the same flow; change the id in one of them.',
        'hello.yaml: rejected examples/hello: copy.yaml contains the same flow; change the id in one of them.',
        'other.yaml: created examples/other, revision 1',
      ],
    });
    expect(await sourceOf()).toBe(flowText());
  });

  test('prints in a dry run what it would do, and does nothing', async () => {
    await store(flowText({ id: 'old' }));
    write('new.yaml', flowText({ id: 'new' }));
    write('old.yaml', flowText({ id: 'old', greeting: 'Hi' }));
    write('wrong.yaml', 'id: wrong\nnamespace: examples\n');
    const { status, stdout, stderr } = await cli.line.run(['apply', '--dry-run', 'new.yaml', 'old.yaml', 'wrong.yaml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^new.yaml: created examples\/new, revision 1\nold.yaml: updated examples\/old, revision 2\nwrong.yaml: rejected [^]*missing-property/,
    );
    expect(stderr).toContain('dry run, nothing changed');
    await request(cli.started.app).get('/flows/examples/new').expect(404);
    expect(await sourceOf('old')).toBe(flowText({ id: 'old' }));
  });

  test('replaces no revision that the user has not seen', async () => {
    await store(flowText());
    await cli.line.run(['pull']);
    await change(flowText({ greeting: 'Theirs' }));
    write('flows/examples/hello.yaml', flowText({ greeting: 'Mine' }));
    expect(await cli.line.run(['apply', '--dry-run', 'flows/**/*.yaml'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('is at revision 2, but you last saw revision 1'),
    });
    const rejected = await cli.line.run(['apply', 'flows/**/*.yaml']);
    expect(rejected).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        /hello\.yaml: rejected examples\/hello: .*revision 2, but If-Match expects 1.*flowgate pull/,
      ),
    });
    expect(await cli.line.run(['apply', '--force', 'flows/**/*.yaml'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('revision 3'),
    });
    write('flows/examples/hello.yaml', flowText({ greeting: 'Again' }));
    expect(await cli.line.run(['apply', 'flows/**/*.yaml'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('updated examples/hello, revision 4'),
    });
  });

  test('rejects a deleted flow, and explains how to restore it', async () => {
    await store(flowText());
    await request(cli.started.app).delete('/flows/examples/hello').set('x-oidc-sub', 'bob').expect(204);
    write('hello.yaml', flowText());
    for (const args of [
      ['apply', 'hello.yaml'],
      ['apply', '--dry-run', 'hello.yaml'],
    ]) {
      expect(await cli.line.run(args)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/rejected examples\/hello: .*restore/),
      });
    }
  });

  test.each([
    ['', 'found nothing'],
    ['- a list\n', 'not-a-mapping'],
    ['id: [\n', 'yaml-syntax'],
  ])('rejects %j as a flow', async (text, reason) => {
    write('odd.yaml', text);
    const { status, stdout } = await cli.line.run(['apply', 'odd.yaml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^odd\.yaml: rejected/);
    expect(stdout).toContain(reason);
  });

  test('applies from standard input, byte for byte', async () => {
    const text = `# mine\r\n${flowText()}`;
    expect(await cli.line.run(['apply', '-'], text)).toMatchObject({
      status: 0,
      stdout: '<stdin>: created examples/hello, revision 1\n',
    });
    expect(await sourceOf()).toBe(text);
  });

  test('requires an identity', async () => {
    cli.line.environment = { FLOWGATE_SERVER: urlOf(cli.server) };
    write('hello.yaml', flowText());
    expect(await cli.line.run(['apply', 'hello.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/authentication required.*x-oidc-sub.*--user/i),
    });
    expect(await cli.line.run(['apply', '--user', 'eve', 'hello.yaml'])).toMatchObject({ status: 0 });
  });
});

describe('diff', () => {
  test('shows what a push would change', async () => {
    await store(flowText());
    write('hello.yaml', flowText({ greeting: 'Hi' }));
    const { status, stdout } = await cli.line.run(['diff', 'hello.yaml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^--- examples\/hello@1\t?\n\+\+\+ hello\.yaml\t?\n@@ /);
    expect(stdout).toMatch(/^-.*Hello [^]*^\+.*Hi /m);
    await change(flowText({ greeting: 'Hi' }));
    expect(await cli.line.run(['diff', 'hello.yaml'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await cli.line.run(['diff', '--revision', '1', 'hello.yaml'])).toMatchObject({ status: 1, stdout });
  });

  test('shows a flow that does not exist on the server as new', async () => {
    write('hello.yaml', flowText());
    expect(await cli.line.run(['diff', 'hello.yaml'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^--- \/dev\/null[^]*^\+id: hello$/m),
    });
    expect(await cli.line.run(['diff', '--revision', '3', 'hello.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The flow examples/hello was not found'),
    });
  });

  test('reports a file that is not a flow, and compares the others', async () => {
    write('list.yaml', '- a\n');
    write('hello.yaml', flowText());
    expect(await cli.line.run(['diff', 'list.yaml', 'hello.yaml'])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('+id: hello'),
      stderr: expect.stringContaining('list.yaml'),
    });
  });
});

describe('validate --server', () => {
  test('prints what the server finds', async () => {
    write('bad.yaml', flowText().replace('STRING', 'TEXT'));
    write('good.yaml', flowText());
    const here = await cli.line.run(['validate', 'bad.yaml', 'good.yaml']);
    expect(here.status).toBe(1);
    expect(await cli.line.run(['validate', '--server', urlOf(cli.server), '*.yaml'])).toEqual(here);
  });

  test('uses the task types of the server, not those of this installation', async () => {
    cli.line.environment = { FLOWGATE_VENDOR: 'acme' };
    write('good.yaml', flowText());
    expect(await cli.line.run(['validate', 'good.yaml'])).toMatchObject({ status: 1 });
    expect(await cli.line.run(['validate', '--server', urlOf(cli.server), 'good.yaml'])).toMatchObject({ status: 0 });
  });

  test('names the file that the server rejects', async () => {
    write('large.yaml', `#${'x'.repeat(256 * 1024)}`);
    expect(await cli.line.run(['validate', '--server', urlOf(cli.server), 'large.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('large.yaml: '),
    });
  });
});

test('an empty list of locks says who declares them', async () => {
  expect(await cli.line.run(['locks'])).toMatchObject({
    status: 0,
    stderr:
      'No lock that you may see is declared or held. The operator of Flowgate declares locks in FLOWGATE_LOCKS.\n',
  });
  expect((await cli.line.run(['locks', '--name', 'db'])).stderr).toBe(
    'No lock that you may see has a name like this.\n',
  );
});

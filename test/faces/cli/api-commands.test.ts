import { beforeEach, describe, expect, test } from 'vitest';
import { flowText } from '../../support/gateway.ts';
import { urlOf } from '../../support/listening-server.ts';
import { plannedFlow, startRunningGateway } from '../../support/running-gateway.ts';
import { useGatewayLine } from './gateway-line.ts';

const cli = useGatewayLine(startRunningGateway);

const ok = { status: 0, stderr: '' };

/** Applies flows from files named after them. */
async function apply(...texts: readonly string[]): Promise<void> {
  texts.forEach((text, index) => cli.line.write(`flow-${index}.yaml`, text));
  expect(await cli.line.run(['apply', ...texts.map((_, index) => `flow-${index}.yaml`)])).toMatchObject({ status: 0 });
}

describe('flows', () => {
  test('list shows flows in the given order, up to the limit', async () => {
    await apply(flowText({ id: 'a' }), flowText({ id: 'b' }), flowText({ id: 'c' }));
    const { status, stdout, stderr } = await cli.line.run([
      'flows',
      'list',
      'examples',
      '--sort',
      '-id',
      '--limit',
      '2',
    ]);
    expect(stderr).toBe('Only the first 2 are shown; use --limit to see more.\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^FLOW +REVISION +UPDATED +BY +DESCRIPTION\nexamples\/c +1 .*\nexamples\/b +1 .*\n$/);
    const json = await cli.line.run(['flows', 'list', '--prefix', 'b', '--format', 'json']);
    expect(json.stderr).toBe('');
    expect(JSON.parse(json.stdout)).toMatchObject([{ id: 'b' }]);
    expect((await cli.line.run(['flows', 'list', 'none'])).stdout.split('\n')).toHaveLength(2);
  });

  test('get prints the source byte for byte, or the record', async () => {
    const text = `# Grüße\r\n${flowText()}`;
    await apply(text);
    expect(await cli.line.run(['flows', 'get', 'examples/hello'])).toEqual({ ...ok, stdout: text });
    expect(await cli.line.run(['flows', 'get', 'examples/hello', '-o', 'copy.yaml'])).toEqual({ ...ok, stdout: '' });
    expect(cli.line.read('copy.yaml')).toBe(text);
    const json = await cli.line.run(['flows', 'get', 'examples/hello', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 'hello', revision: 1, source: text });
    expect(await cli.line.run(['flows', 'get', 'examples/none'])).toMatchObject({ status: 1, stdout: '' });
    expect(await cli.line.run(['flows', 'get', 'examples'])).toMatchObject({ status: 2 });
  });

  test('delete, restore and revisions keep the history', async () => {
    await apply(flowText());
    await apply(flowText({ greeting: 'Bonjour' }));
    expect(await cli.line.run(['flows', 'delete', 'examples/hello', 'examples/none'])).toEqual({
      status: 1,
      stdout: 'deleted examples/hello\n',
      stderr: expect.stringContaining('examples/none was not found'),
    });
    expect((await cli.line.run(['flows', 'list', '--deleted'])).stdout).toContain('examples/hello');
    expect(await cli.line.run(['flows', 'restore', 'examples/hello'])).toEqual({
      ...ok,
      stdout: 'restored examples/hello: revision 3 has the source of revision 2\n',
    });
    expect(await cli.line.run(['flows', 'restore', 'examples/hello'])).toMatchObject({
      stdout: 'restored examples/hello: revision 4 has the source of revision 2\n',
    });
    expect((await cli.line.run(['flows', 'restore', 'examples/hello', '--revision', '1'])).status).toBe(0);
    const { stdout } = await cli.line.run(['flows', 'revisions', 'examples/hello', '--before', '5', '--limit', '3']);
    expect(stdout.split('\n').map((row) => row.split(' ')[0])).toEqual(['REVISION', '4', '3', '2', '']);
    expect(stdout).toContain('restored from 2');
  });

  test('purges only with --yes where nobody can be asked', async () => {
    await apply(flowText());
    expect(await cli.line.run(['flows', 'delete', 'examples/hello', '--purge'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'flowgate: this deletes data and needs confirmation; without a terminal, add --yes.\n',
    });
    expect(await cli.line.run(['flows', 'delete', 'examples/hello', '--purge', '--yes'])).toEqual({
      ...ok,
      stdout: 'purged examples/hello\n',
    });
    expect((await cli.line.run(['flows', 'list', '--deleted', '--format', 'json'])).stdout).toBe('[]\n');
  });
});

test('apply prints the warnings of the server, as a dry run does', async () => {
  const text = (description: string) => `id: caller
namespace: examples
description: ${description}
tasks: [{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: nowhere}]
`;
  const warning = /, revision \d\nflow\.yaml:4:\d+ warning subflow-not-found /;
  cli.line.write('flow.yaml', text('Calls.'));
  for (const words of [['--dry-run'], []])
    expect(await cli.line.run(['apply', ...words, 'flow.yaml'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(warning),
    });
  cli.line.write('flow.yaml', text('Calls another.'));
  expect((await cli.line.run(['apply', 'flow.yaml'])).stdout).toMatch(warning);
});

describe('apply --prune', () => {
  beforeEach(async () => {
    const other = flowText({ id: 'other' }).replace('namespace: examples', 'namespace: elsewhere');
    await apply(flowText({ id: 'kept' }), flowText({ id: 'extra' }), other);
  });
  const names = async () =>
    JSON.parse((await cli.line.run(['flows', 'list', '--format', 'json'])).stdout).map(({ id }: { id: string }) => id);

  test('deletes what has no file in the namespace, and nothing elsewhere', async () => {
    const dry = await cli.line.run(['apply', '--prune', 'examples', '--dry-run', 'flow-0.yaml']);
    expect(dry).toEqual({
      status: 0,
      stdout: expect.stringMatching(/unchanged examples\/kept.*\nexamples\/extra: would be deleted\n$/),
      stderr: 'dry run, nothing changed: 0 created, 0 updated, 1 unchanged, 0 rejected, 1 would be deleted\n',
    });
    expect(await names()).toHaveLength(3);
    expect(await cli.line.run(['apply', '--prune', 'examples', 'flow-0.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/These flows are in no file:\n {2}examples\/extra\n.*add --yes/),
    });
    expect(await names()).toHaveLength(3);
    expect(await cli.line.run(['apply', '--prune', 'examples', '--yes', 'flow-0.yaml'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/unchanged examples\/kept.*\nexamples\/extra: deleted\n$/),
    });
    expect(await names()).toEqual(['other', 'kept']);
    expect((await cli.line.run(['apply', '--prune', 'examples', 'flow-0.yaml'])).status).toBe(0);
  });

  test.each([
    ['a rejected file', 'id: [', 1],
    ['an unreadable file', undefined, 2],
  ])('deletes nothing after %s', async (_what, text, status) => {
    if (text !== undefined) cli.line.write('bad.yaml', text);
    expect(await cli.line.run(['apply', '--prune', 'examples', '--yes', 'flow-0.yaml', 'bad.yaml'])).toMatchObject({
      status,
      stderr: expect.stringContaining('nothing was deleted'),
    });
    expect(await names()).toHaveLength(3);
  });

  test('needs a namespace', async () => {
    expect((await cli.line.run(['apply', '--prune', 'examples/kept', '--yes', 'flow-0.yaml'])).status).toBe(2);
    expect((await cli.line.run(['apply', 'flow-0.yaml', '--prune'])).stderr).toContain(
      '--prune requires a value: NAMESPACE',
    );
  });
});

test('export and import copy flows', async () => {
  await apply(flowText({ id: 'a' }), flowText({ id: 'b' }));
  expect(await cli.line.run(['export', '-o', 'all.yaml'])).toEqual({ ...ok, stdout: '' });
  expect((await cli.line.run(['export', 'examples'])).stdout).toBe(cli.line.read('all.yaml'));
  await cli.line.run(['flows', 'delete', 'examples/a', '--purge', '--yes']);
  const stream = `${cli.line.read('all.yaml')}---\nid: [\n`;
  for (const args of [['--dry-run'], []]) {
    const { status, stdout, stderr } = await cli.line.run(['import', '-', ...args], stream);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^document 1: created examples\/a, revision 1\n/);
    expect(stdout).toMatch(/\ndocument 3: rejected/);
    expect(stderr).toMatch(/1 created, 0 updated, 1 unchanged, 1 rejected\n$/);
  }
  expect((await cli.line.run(['flows', 'get', 'examples/a'])).status).toBe(0);
});

test('types lists and describes task types, here or on a server', async () => {
  cli.line.environment = {};
  const here = await cli.line.run(['types', '--format', 'json']);
  const there = await cli.line.run(['types', '--format', 'json', '--server', urlOf(cli.server)]);
  expect(JSON.parse(here.stdout)).toEqual(JSON.parse(there.stdout));
  expect((await cli.line.run(['types'])).stdout).toMatch(/\ndev\.vendor\.plugin\.core\.log\.Log +/);
  expect((await cli.line.run(['types', 'core.log.Log'])).stdout).toMatch(
    /\ndev\.vendor\.plugin\.core\.log\.Log\n[^]*message \(required\)/,
  );
  const shell = (await cli.line.run(['types', 'core.shell.Shell'])).stdout;
  expect(shell).toMatch(/\n {2}disabled +boolean +A disabled task never runs\. Default: false\.\n/);
  expect(shell).toContain('\n# Commands and a script are mutually exclusive (the problem ');
  expect(await cli.line.run(['types', 'core.log.Lgo'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Did you mean "core.log.Log"?'),
  });
});

test('validate-inputs prints a line for each problem', async () => {
  await apply(flowText());
  const good = ['validate-inputs', 'examples/hello', '-i', 'user_name=Ada'];
  const { status } = await cli.line.run(good);
  const wrong = await cli.line.run([...good, '-i', 'none=1', '--format', 'json']);
  expect([status, wrong.status]).toEqual([0, 1]);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ valid: false, errors: [{ input_id: 'none' }] });
  expect((await cli.line.run([...good, '-i', 'none=1'])).stdout).toMatch(/^none: .*\n$/);
});

test('validate-inputs prints notices on standard error, or in its JSON', async () => {
  await apply(`id: short
namespace: examples
description: Has a secret.
inputs: [{id: pin, type: SECRET}]
tasks: [{id: log, type: dev.vendor.plugin.core.log.Log, message: x}]
`);
  const short = ['validate-inputs', 'examples/short', '-i', 'pin=123'];
  expect(await cli.line.run(short)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^NOTICE: pin: Value has fewer than 4 characters/m),
  });
  const { stdout } = await cli.line.run([...short, '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ valid: true, errors: [], notices: [{ input_id: 'pin' }] });
});

test('dependencies prints both directions', async () => {
  const caller = `id: caller
namespace: examples
description: Calls another flow.
tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: hello}
  - {id: lost, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: lost}
`;
  await apply(flowText(), caller);
  const called = await cli.line.run(['dependencies', 'examples/hello']);
  expect(called).toEqual({ ...ok, stdout: 'called by  examples/caller\n' });
  expect((await cli.line.run(['dependencies', 'examples/caller'])).stdout).toMatch(
    /calls +examples\/lost \(not found\)\n/,
  );
});

test('keys and triggers show webhooks, and a key only once', async () => {
  const text = `${flowText()}triggers:\n  - {id: pushed, type: webhook}\n  - {id: nightly, type: schedule, cron: "0 3 * * *"}\n`;
  await apply(text);
  expect((await cli.line.run(['triggers', 'list', 'examples/hello'])).stdout).toMatch(
    /nightly +schedule +0 3 \* \* \*.*next /,
  );
  const created = await cli.line.run(['keys', 'create', 'examples/hello', 'pushed']);
  expect(created).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^key +\S{43}\nsigning secret +whsec_\S+\nURL +http.*\/hooks\/examples\/hello\/pushed\n$/,
    ),
  });
  const listed = await cli.line.run(['keys', 'list', 'examples/hello']);
  expect(listed.stdout).toMatch(/pushed +\/hooks\/examples\/hello\/pushed +yes .* ada\n/);
  expect(listed.stdout).not.toContain('nightly');
  const call = ['keys', 'call', 'examples/hello', 'pushed'];
  expect(await cli.line.run(call)).toMatchObject({ status: 2, stderr: expect.stringContaining('no key specified') });
  const key = /^key +(\S+)/.exec(created.stdout)?.[1] ?? '';
  cli.line.environment = { ...cli.line.environment, FLOWGATE_WEBHOOK_KEY: key };
  const started = await cli.line.run([...call, '--body', '-'], '{"greeting": "Hi"}');
  expect(started).toEqual({
    ...ok,
    stdout: expect.stringMatching(/^examples\/hello \w{26} (CREATED|RUNNING|SUCCESS)/),
  });
  expect((await cli.line.run([...call, '--body', '-'], '{')).status).toBe(1);
  cli.line.environment = { ...cli.line.environment, FLOWGATE_WEBHOOK_KEY: 'another' };
  const rejected = { status: 1, stderr: 'flowgate: the key is invalid, or the flow has no such webhook.\n' };
  expect(await cli.line.run(call)).toMatchObject(rejected);
  expect((await cli.line.run(['keys', 'revoke', 'examples/hello', 'pushed'])).status).toBe(2);
  expect((await cli.line.run(['keys', 'revoke', 'examples/hello', 'pushed', '--yes'])).status).toBe(0);
  expect((await cli.line.run(['keys', 'list', 'examples/hello'])).stdout).toMatch(/pushed .* no\n/);
  expect((await cli.line.run(['keys', 'create', 'examples/hello', 'none'])).status).toBe(1);
});

test('artifacts are listed and downloaded, but never out of the folder', async () => {
  const artifacts = { 'report/index.html': '<p>', 'a;b.txt': 'odd' };
  await cli.started.store(plannedFlow({ tasks: [{ path: 'greet' }], artifacts }, { id: 'quick' }));
  const id = JSON.parse((await cli.line.run(['run', 'examples/quick', '--format', 'json'])).stdout).id;
  await cli.started.until(id, 'SUCCESS');
  expect((await cli.line.run(['artifacts', 'list', id])).stdout.split('\n').toSorted()).toEqual([
    '',
    'a;b.txt',
    'report/index.html',
  ]);
  expect((await cli.line.run(['artifacts', 'download', id])).stdout).toContain('artifacts/report/index.html\n');
  expect(cli.line.read('artifacts/report/index.html')).toBe('<p>');
  const one = await cli.line.run(['artifacts', 'download', id, 'a;b.txt', '-o', 'one']);
  expect(one).toEqual({ ...ok, stdout: 'one/a;b.txt\n' });
  expect((await cli.line.run(['artifacts', 'download', id, 'none.txt'])).status).toBe(1);
  for (const path of ['../x', '/etc/passwd', 'a/../../x'])
    expect((await cli.line.run(['artifacts', 'download', id, path])).status).toBe(2);
});

test('jenkins push brings the job up to date without a run', async () => {
  await cli.started.store(plannedFlow({ tasks: [] }, { id: 'pushed' }));
  expect((await cli.line.run(['jenkins', 'push', 'examples/pushed'])).stdout).toMatch(
    /^created the job of examples\/pushed, revision 1: http/,
  );
  const again = await cli.line.run(['jenkins', 'push', 'examples/pushed', '--format', 'json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ change: 'unchanged' });
  expect((await cli.line.run(['executions', '--format', 'json'])).stdout).toBe('[]\n');
});

test('system and whoami describe the server and the user', async () => {
  const system = await cli.line.run(['system']);
  expect(system).toMatchObject({ status: 0, stdout: expect.stringMatching(/ is ready\n {2}Flowgate /) });
  expect((await cli.line.run(['whoami'])).stdout).toMatch(
    /^ada \(proxy\) on http.*\n {2}read, write, execute in \*\n$/,
  );
  cli.line.environment = { FLOWGATE_SERVER: urlOf(cli.server) };
  expect((await cli.line.run(['whoami'])).status).toBe(1);
});

test('triggers and flows are switched, run and backfilled', async () => {
  await apply(`${flowText()}triggers: [{id: hourly, type: schedule, cron: "0 * * * *"}]\n`);
  const run = (...words: string[]) => cli.line.run([...words.slice(0, 2), 'examples/hello', ...words.slice(2)]);
  expect(await run('triggers', 'disable', 'hourly')).toMatchObject({
    status: 0,
    stdout: 'disabled examples/hello/hourly, revision 2\n',
  });
  expect((await run('triggers', 'enable', 'hourly')).stdout).toBe('enabled examples/hello/hourly, revision 3\n');
  expect((await run('triggers', 'run', 'hourly')).stdout).toMatch(/^examples\/hello \w{26} /);
  const from = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  const listed = await run('triggers', 'backfill', 'hourly', from, '--dry-run');
  expect(listed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^(.* planned\n){2}$/) });
  expect((await run('flows', 'disable')).stdout).toBe('disabled examples/hello, revision 4\n');
  expect((await run('triggers', 'backfill', 'hourly', from)).status).toBe(1);
  expect((await run('flows', 'enable')).stdout).toBe('enabled examples/hello, revision 5\n');
});

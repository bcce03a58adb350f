import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import type { BuildPlan } from '../../support/stand-in-jenkins/build-plan.ts';
import { CommandLine } from './command-line.ts';

let running: RunningGateway;
let server: Server;
let line: CommandLine;
/** Open connections, so that a test can close them. */
const sockets = new Set<Socket>();

beforeAll(async () => {
  running = await startRunningGateway();
  server = await listen(running.gateway.app);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
});
beforeEach(() => {
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server), FLOWGATE_USER: 'ada' };
});
afterEach(() => line.remove());
afterAll(async () => {
  server.close();
  await running.stop();
});

const store = (plan: BuildPlan, id: string, more = '') => running.store(plannedFlow(plan, { id, more }));
const idIn = (text: string) => /[0-9A-HJKMNP-TV-Z]{26}/.exec(text)?.[0] ?? '';
const quick: BuildPlan = { tasks: [{ path: 'greet', log: 'Größe' }], outputs: { size: 3, list: ['a'] } };

describe('run', () => {
  test('prints id, state and URL of the execution', async () => {
    await store(quick, 'quick');
    const { status, stdout, stderr } = await line.run([
      'run',
      'examples/quick',
      '--label',
      'reason=test',
      '--idempotency-key',
      'once',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`${idIn(stdout)} CREATED ${urlOf(server)}/ui/executions/${idIn(stdout)}\n`);
    expect(await running.until(idIn(stdout), 'SUCCESS')).toMatchObject({ actor: 'ada', labels: { reason: 'test' } });
    expect(
      idIn((await line.run(['run', 'examples/quick', '--label', 'reason=test', '--idempotency-key', 'once'])).stdout),
    ).toBe(idIn(stdout));
  });

  test('follows the log to the end, and prints states, tasks and outputs on stderr', async () => {
    await store(quick, 'quick');
    const { status, stdout, stderr } = await line.run(['run', 'examples/quick', '--follow']);
    expect(status).toBe(0);
    expect(stdout).toContain('Größe\n');
    expect(stdout).toMatch(/Finished: SUCCESS\n$/);
    expect(stderr).toMatch(/^examples\/quick \w{26} (CREATED|QUEUED|RUNNING)/);
    expect(stderr).toMatch(
      /\w{26} SUCCESS: build \d+, http.*\n {2}greet {2}SUCCESS {2}\d+s\n {2}size = 3\n {2}list = \["a"\]\n$/,
    );
  });

  test.each([
    ['WARNING', 0, { tasks: [{ path: 'greet', outcome: 'FAILED' as const }], result: 'UNSTABLE' as const }],
    ['FAILED', 1, { tasks: [{ path: 'greet', outcome: 'FAILED' as const }] }],
  ])('exits after %s with %d', async (state, status, plan) => {
    await store(plan, 'ends');
    const run = await line.run(['run', 'examples/ends', '--follow']);
    expect(run.stderr).toContain(` ${state}: `);
    expect(run.status).toBe(status);
    expect((await line.run(['run', 'examples/ends', '--follow', '--strict'])).status).toBe(1);
  });

  test('prints only the final record as JSON', async () => {
    await store(quick, 'quick');
    const { stdout, stderr } = await line.run(['run', 'examples/quick', '--follow', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'SUCCESS', outputs: { size: 3 } });
    expect(stderr).toContain('Größe');
  });

  const inputs = `inputs:
  - {id: count, type: INT}
  - {id: ratio, type: FLOAT, required: false}
  - {id: fast, type: BOOLEAN, required: false}
  - {id: tags, type: MULTISELECT, values: [a, b, c], required: false}
  - {id: extra, type: JSON, required: false}
  - {id: note, type: STRING, required: false}
  - {id: token, type: SECRET, required: false}
`;

  test('converts values to the types of the inputs', async () => {
    await store(quick, 'typed', inputs);
    line.write('note.txt', 'one\ntwo\n');
    line.write('values.yaml', 'count: 1\nratio: 0.5\n');
    line.environment = { ...line.environment, MY_TOKEN: 'sesame-open' };
    const { stdout, status, stderr } = await line.run([
      'run',
      'examples/typed',
      '--inputs',
      'values.yaml',
      '-i',
      'count=7',
      '--input',
      'fast=true',
      '--input',
      'tags=a',
      '--input',
      'tags=c',
      '--input',
      'extra={"a": [1]}',
      '--input-file',
      'note=note.txt',
      '--input-env',
      'token=MY_TOKEN',
      '--format',
      'json',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout).inputs).toEqual({
      count: 7,
      ratio: 0.5,
      fast: true,
      tags: ['a', 'c'],
      extra: { a: [1] },
      note: 'one\ntwo',
      token: '****',
    });
  });

  test('reads a secret from standard input, and warns about one in the command line', async () => {
    await store(quick, 'typed', inputs);
    const hidden = await line.run(
      ['run', 'examples/typed', '-i', 'count=1', '--input-file', 'token=-', '--format', 'json'],
      'sesame-open\n',
    );
    expect(JSON.parse(hidden.stdout).inputs).toMatchObject({ token: '****' });
    expect(hidden.stderr).toBe('');
    const shown = await line.run(['run', 'examples/typed', '-i', 'count=1', '-i', 'token=sesame-open']);
    expect(shown).toMatchObject({ status: 0, stderr: expect.stringContaining('token is a secret') });
    expect(shown.stdout + shown.stderr).not.toContain('sesame-open');
  });

  test('prints one line per invalid value', async () => {
    await store(quick, 'typed', inputs);
    const { status, stdout, stderr } = await line.run([
      'run',
      'examples/typed',
      '-i',
      'count=many',
      '-i',
      'tags=d',
      '-i',
      'coun=1',
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.split('\n').map((text) => text.split(':', 1)[0])).toEqual(['count', 'tags', 'coun', '']);
    expect(stderr).toMatch(/^count: Value must be .*"many"/);
  });

  test.each([
    [['run'], 2, 'NAMESPACE/ID'],
    [['run', 'examples'], 2, 'NAMESPACE/ID'],
    [['run', 'examples/never-was'], 1, 'never-was'],
    [['run', 'examples/quick', '-i', 'sesame'], 2, '--input requires a name and a value'],
    [['run', 'examples/quick', '--input-env', 'x=NOT_SET'], 2, 'NOT_SET'],
    [['run', 'examples/quick', '--inputs', 'none.yaml'], 2, 'the file was not found'],
    [['run', 'examples/quick', '--file', 'x=none.bin'], 2, 'the file was not found'],
    [['run', 'examples/quick', '--revision', '0'], 2, '--revision'],
    [['run', 'examples/quick', '--format', 'xml'], 2, '--format'],
    [['status'], 2, 'status requires EXECUTION'],
    [['executions', 'a/b', 'c'], 2, 'accepts one argument, but got a/b c'],
  ])('%j is rejected', async (args, status, reason) => {
    await store(quick, 'quick');
    const run = await line.run(args);
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toContain(reason);
  });

  test('reports the line of invalid YAML with values', async () => {
    line.write('values.yaml', 'a: 1\na: 2\n');
    expect(await line.run(['run', 'examples/quick', '--inputs', 'values.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('values.yaml:2: '),
    });
  });
});

describe('logs', () => {
  const slow: BuildPlan = {
    tasks: ['one', 'two', 'three'].map((path) => ({ path, milliseconds: 700, log: `from ${path}` })),
  };

  test('prints the log so far, or that of one task', async () => {
    await store(slow, 'slow');
    const id = idIn((await line.run(['run', 'examples/slow', '--follow'])).stderr);
    expect((await line.run(['logs', id])).stdout).toMatch(/from one\n[^]*from three\n[^]*Finished: SUCCESS\n$/);
    const { stdout } = await line.run(['logs', '--follow', '--task', 'two', id]);
    expect(stdout).toContain('from two');
    expect(stdout).not.toContain('from one');
  });

  test('resumes after a lost connection without repeating a line', async () => {
    await store(slow, 'slow');
    const id = idIn((await line.run(['run', 'examples/slow'])).stdout);
    const following = line.run(['logs', '--follow', id]);
    await running.until(id, ({ tasks }) => tasks.length > 1);
    for (const socket of sockets) socket.destroy();
    const { status, stdout } = await following;
    expect(status).toBe(0);
    expect(stdout).toBe((await line.run(['logs', id])).stdout);
  });

  test('prints when lines were written', async () => {
    await store(slow, 'slow');
    const id = idIn((await line.run(['run', 'examples/slow', '--follow'])).stderr);
    const [{ stdout }, { stdout: timed }, { stdout: followed }] = await Promise.all([
      line.run(['logs', id]),
      line.run(['logs', '--timestamps', id]),
      line.run(['logs', '--timestamps', '--follow', id]),
    ]);
    expect(timed.replaceAll(/^(-|\S+Z) /gm, '')).toBe(stdout);
    expect(followed).toBe(timed);
  });

  test('stops following on Ctrl-C, and the execution continues', async () => {
    await store({ tasks: [{ path: 'greet', milliseconds: 60_000, log: 'begun' }] }, 'long');
    const id = idIn((await line.run(['run', 'examples/long'])).stdout);
    const following = line.run(['logs', '--follow', id]);
    await running.until(id, 'RUNNING');
    await expect.poll(() => line.printed.stdout).not.toBe('');
    await collectGarbage(); // the request, which once took its signal along
    line.interrupt();
    const { status, stderr } = await following;
    expect(status).toBe(130);
    expect(stderr).toContain(`flowgate stop ${id}`);
    expect((await running.read(id)).state).toBe('RUNNING');
    const watching = line.run(['logs', '--follow', id]);
    expect(await line.run(['stop', id])).toMatchObject({ status: 0, stdout: expect.stringContaining(id) });
    expect((await watching).status).toBe(3);
    expect(await line.run(['stop', id])).toMatchObject({ status: 1, stderr: expect.stringContaining('KILLED') });
    expect(await line.run(['delete', id])).toMatchObject({ stdout: '', stderr: expect.stringContaining('--yes') });
    expect(await line.run(['delete', id, '--yes'])).toMatchObject({ status: 0, stdout: `deleted ${id}\n` });
    expect(await line.run(['delete', id, '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not found'),
    });
  });
});

describe('replay', () => {
  test('runs an execution again, with changed values', async () => {
    await store(quick, 'again', 'inputs:\n  - {id: count, type: INT}\n  - {id: note, type: STRING, defaults: x}\n');
    const first = idIn((await line.run(['run', 'examples/again', '-i', 'count=1', '-i', 'note=y'])).stdout);
    const { stdout } = await line.run(['replay', first, '-i', 'count=2', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ replayOf: first, inputs: { count: 2, note: 'y' } });
  });
});

describe('executions, status and audit', () => {
  test('print tables, or JSON', async () => {
    await store(quick, 'listed');
    const ids = [];
    for (let count = 0; count < 3; count++)
      ids.unshift(idIn((await line.run(['run', 'examples/listed', '--label', `count=${count}`])).stdout));
    for (const id of ids) await running.until(id, 'SUCCESS');
    const { stdout } = await line.run(['executions', 'examples/listed']);
    expect(stdout).toMatch(/^ID +STATE +FLOW +CREATED +DURATION +ACTOR\n/);
    expect(stdout.split('\n').slice(1, -1).map(idIn)).toEqual(ids);
    expect(stdout).toMatch(/SUCCESS {2}examples\/listed@1 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\d+s +ada\n/);
    const list = async (...args: string[]) =>
      (JSON.parse((await line.run(['executions', '--format', 'json', ...args])).stdout) as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await list('examples/listed', '--limit', '2')).toEqual(ids.slice(0, 2));
    expect(await list('examples', '--label', 'count=1', '--state', 'success')).toEqual([ids[1]]);
    expect(await list('examples/listed', '--state', 'FAILED', '--state', 'KILLED')).toEqual([]);
    expect(await line.run(['executions', '--state', 'sucess'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--state is "sucess"; allowed: CREATED, .*"SUCCESS"\?\n$/),
    });
    expect((await line.run(['status', ids[0] ?? ''])).stdout).toMatch(
      /SUCCESS: build \d.*\(\d+s\)\n {2}greet {2}SUCCESS/,
    );
    expect((await line.run(['audit', '--action', 'runFlow', '--actor', 'ada', '--limit', '1'])).stdout).toMatch(
      /^TIME .*\n.* ada +runFlow +examples\/listed@1 \w{26} +done\n$/,
    );
  });

  test.each(['status', 'logs', 'stop', 'replay'])(
    '%s distinguishes an unknown execution from an invalid id',
    async (command) => {
      expect(await line.run([command, '01KBMW7XQ4E2N0V5R8T3Y6Z9AC'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr:
          'flowgate: The execution 01KBMW7XQ4E2N0V5R8T3Y6Z9AC was not found. GET /executions lists the executions.\n',
      });
      expect(await line.run([command, 'latest'])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('"latest" is not an execution id'),
      });
    },
  );
});

test('compare prints what differs between two executions', async () => {
  const ids: string[] = [];
  for (const log of ['one', 'two']) {
    await store({ tasks: [{ path: 'greet', log }] }, 'varied');
    const { body } = await running.run({}, { flow: 'varied' });
    await running.until(body.id, 'SUCCESS');
    ids.push(body.id);
  }
  const { status, stdout } = await line.run(['compare', ...ids]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^left {3}examples\/varied@1 {2}#1 .*\nright {2}examples\/varied@2 {2}#2 /);
  expect(stdout).toMatch(/Tasks:\n {2}greet: SUCCESS \d+s -> SUCCESS \d+s\n/);
  expect(stdout).toMatch(/is the first that differs\n {2}- one\n {2}\+ two\n/);
});

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFormat } from '../../../src/store/migrations/redis-store-format.ts';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { CommandLine } from '../../faces/cli/command-line.ts';
import { RedisProcess } from '../../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../support/flowgate-process.ts';
import { isReady } from '../../support/redis.ts';
import { noFaults, storeContent, storeFaults } from '../../support/store-faults.ts';

const flow = `id: report
namespace: team
labels: {kind: nightly}
inputs:
  - {id: map, type: FILE}
tasks:
  - id: count
    type: dev.vendor.plugin.core.shell.Shell
    script: |
      echo "counting $MAP"
      wc -c < "$MAP" > size.txt
      echo '{"size": 5}'
    outputFiles: [size.txt]
    outputSchema: {size: {type: INT}}
outputs:
  - {id: size, type: INT, value: "{{ task_outputs.count.size }}"}
triggers:
  - {id: night, type: schedule, cron: "0 3 * * *", disabled: true}
  - {id: push, type: webhook}
`;
/** The user that docs/explanation/scaling.md gives to Flowgate, which is enough for all of this. */
const documentedUser = /^ACL SETUSER (.*)$/m
  .exec(readFileSync(join(import.meta.dirname, '../../../docs/explanation/scaling.md'), 'utf8'))![1]!
  .split(' ');
let redisProcess: RedisProcess;
let redis: Redis;
let line: CommandLine;
let settings: Record<string, string>;

beforeAll(async () => {
  redisProcess = await RedisProcess.start();
  redis = connectRedis({ url: redisProcess.url }, () => undefined);
  await isReady(redis);
  await redis.call('ACL', 'SETUSER', ...documentedUser);
  await redis.acl('LOG', 'RESET');
  line = new CommandLine();
  settings = {
    REDIS_URL: redisProcess.url.replace('//', '//flowgate:PASSWORD@'),
    FLOWGATE_KEY: 'a key for the tests alone',
    FLOWGATE_DATA: join(line.folder, 'data'),
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:2',
    FLOWGATE_LOG_LEVEL: 'error',
  };
  line.environment = settings;
});
afterAll(() => {
  redis.disconnect();
  redisProcess.kill();
  line.remove();
});

async function call(
  flowgate: FlowgateProcess,
  method: string,
  path: string,
  body?: string | FormData,
  type = 'application/json',
) {
  const headers = { 'x-oidc-sub': 'ada', ...(typeof body === 'string' && { 'content-type': type }) };
  return fetch(`${await flowgate.url}${path}`, { method, body, headers });
}

/** What a client can see of an execution and its flow. */
async function shown(flowgate: FlowgateProcess, id: string, token: string) {
  const paths = [
    '/flows/team/report/revisions',
    '/flows/team/report?revision=1',
    '/flows?label=kind:nightly&include=nextAt',
    '/flows/team/report/triggers',
    `/executions/${id}`,
    `/executions/${id}/logs`,
    `/executions/${id}/artifacts/size.txt`,
    '/audit?limit=100',
    '/tokens',
  ];
  const texts = await Promise.all(
    paths.map(async (path) => {
      const answer = await call(flowgate, 'GET', path);
      return [path, answer.status, await answer.text()] as const;
    }),
  );
  const known = await fetch(`${await flowgate.url}/flows/team/report`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { texts, withToken: known.status };
}

async function stop({ child, end }: FlowgateProcess): Promise<void> {
  child.kill('SIGTERM');
  await end;
}

describe('a store that is backed up and restored with the command line', () => {
  let before: Awaited<ReturnType<typeof shown>>;
  let id: string;
  let token: string;
  let content: Awaited<ReturnType<typeof storeContent>>;

  it('is backed up while a gateway runs', { timeout: 60_000 }, async () => {
    const flowgate = spawnFlowgate(settings);
    const yaml = 'application/x-yaml';
    expect((await call(flowgate, 'POST', '/flows', flow, yaml)).status).toBe(201);
    const second = flow.replace('counting', 'second');
    expect((await call(flowgate, 'PUT', '/flows/team/report', second, yaml)).status).toBe(200);
    await call(flowgate, 'POST', '/flows/team/report/triggers/push/key');
    const form = new FormData();
    form.append('map', new File(['12345'], 'map.bin'));
    const started = await call(flowgate, 'POST', '/flows/team/report/executions', form);
    ({ id } = (await started.json()) as { id: string }); // per the contract
    const created = await call(flowgate, 'POST', '/tokens', '{"name":"ci","namespaces":["team"],"rights":["read"]}');
    ({ token } = (await created.json()) as { token: string }); // as above
    for (let state = ''; state !== 'SUCCESS'; await sleep(50)) {
      ({ state } = (await (await call(flowgate, 'GET', `/executions/${id}`)).json()) as { state: string }); // as above
      expect(['FAILED', 'KILLED', 'WARNING']).not.toContain(state);
    }
    // The use of the token is noted, which nothing may change between the two looks.
    await shown(flowgate, id, token);
    before = await shown(flowgate, id, token);
    expect(before.texts.filter(([, status]) => status !== 200)).toEqual([]);
    expect(before.withToken).toBe(200);
    const made = await line.run(['backup', 'while running.backup']);
    expect(made).toMatchObject({ status: 0, stdout: '' });
    expect(made.stderr).toMatch(
      /^Wrote while running.backup, \d+ bytes: flows: 1, revisions: 2, executions: 1, files: 2\n$/,
    );
    await stop(flowgate);
    content = await storeContent(redis);
  });

  it('is rejected as long as a Flowgate uses it', async () => {
    await redis.zadd('{flowgate}:processes', Date.now() + 60_000, 'host:1:ab');
    const { status, stderr } = await line.run(['restore', 'while running.backup', '--replace', '--yes']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^flowgate: The store is in use by host:1:ab/)]);
    await redis.del('{flowgate}:processes');
    expect(await storeContent(redis)).toEqual(content);
  });

  it('is the same as before, also for clients', { timeout: 60_000 }, async () => {
    expect((await line.run(['backup', '-'])).status).toBe(0);
    const { bytes } = line;
    expect((await line.run(['restore', '-'], bytes)).stderr).toBe(
      'flowgate: The store is not empty. To replace its content with the backup, add --replace\n',
    );
    await redis.flushall();
    line.environment = { ...settings, FLOWGATE_DATA: join(line.folder, 'restored') };
    expect(await line.run(['restore', '-'], bytes)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Restored flows: 1, revisions: 2, executions: 1, files: 2\n',
    });
    expect(await storeFaults(redis)).toEqual(noFaults);
    const ofProcesses = /:(triggers|schedules|lease|lease-counter|processes|file-names|pushed-jobs)\b/;
    const kept = (all: typeof content) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => !ofProcesses.test(key)));
    expect(kept(await storeContent(redis))).toEqual(kept(content));
    expect(readdirSync(line.folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);

    const flowgate = spawnFlowgate({ ...settings, FLOWGATE_DATA: join(line.folder, 'restored') });
    expect(await shown(flowgate, id, token)).toEqual(before);
    // The upload is there too: the execution is repeated with it.
    const replay = await call(flowgate, 'POST', `/executions/${id}/replay`, '{}');
    expect([replay.status, await replay.text()]).toEqual([202, expect.stringContaining('"id"')]);
    await stop(flowgate);
  });
});

it('no lock is left to executions that held it or waited for it in a backup', { timeout: 60_000 }, async () => {
  await redis.flushall();
  line.write('locks.yaml', 'locks:\n  db: {namespaces: ["*"]}\n');
  const ofLocks = { ...settings, FLOWGATE_LOCKS: join(line.folder, 'locks.yaml') };
  const before = spawnFlowgate(ofLocks);
  const sleeper =
    'id: sleeper\nnamespace: team\nlocks: [db]\ninputs: [{id: seconds, type: INT}]\ntasks:\n  - {id: nap, type: dev.vendor.plugin.core.shell.Shell, commands: ["sleep {{ inputs.seconds }}"]}\n';
  await call(before, 'POST', '/flows', sleeper, 'application/x-yaml');
  const run = async (flowgate: FlowgateProcess, seconds: number) => {
    const body = JSON.stringify({ inputs: { seconds } });
    const started = await call(flowgate, 'POST', '/flows/team/sleeper/executions', body);
    return ((await started.json()) as { id: string }).id; // per the contract
  };
  const ids = [await run(before, 60), await run(before, 0)];
  const read = async (flowgate: FlowgateProcess, id: string) =>
    (await (await call(flowgate, 'GET', `/executions/${id}`)).json()) as { state: string; waiting: boolean }; // as above
  const until = async (flowgate: FlowgateProcess, id: string, state: string) => {
    while ((await read(flowgate, id)).state !== state) await sleep(50);
  };
  await until(before, ids[0]!, 'RUNNING');
  expect(await read(before, ids[1]!)).toMatchObject({ state: 'CREATED', held: true });
  expect((await line.run(['backup', 'locks.backup'])).status).toBe(0);
  before.child.kill('SIGKILL');
  await before.end;
  await redis.flushall();
  line.environment = { ...settings, FLOWGATE_DATA: join(line.folder, 'restored with locks') };
  expect((await line.run(['restore', 'locks.backup'])).status).toBe(0);
  const after = spawnFlowgate({ ...ofLocks, FLOWGATE_DATA: join(line.folder, 'restored with locks') });
  for (const id of ids) expect(await read(after, id)).toMatchObject({ state: 'KILLED', locks: [{ name: 'db' }] });
  await until(after, await run(after, 0), 'SUCCESS');
  expect(await (await call(after, 'GET', '/locks')).json()).toMatchObject({
    locks: [{ name: 'db', held: 0, heldUp: 0 }],
  });
  await stop(after);
});

describe('flowgate backup', () => {
  it('does not mistake another Redis or folder for a store', async () => {
    await redis.flushall();
    line.environment = settings;
    const { status, stderr } = await line.run(['backup', 'empty.backup']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('The store contains no Flowgate data.')]);
    line.environment = { FLOWGATE_DATA: join(line.folder, 'nothing') };
    expect((await line.run(['backup', 'empty.backup'])).stderr).toContain('nothing has no store.');
    expect(readdirSync(line.folder)).not.toContain('nothing');
    expect(readdirSync(line.folder)).not.toContain('empty.backup');
  });

  it('leaves the migration of older data to a start', async () => {
    line.environment = settings;
    await redis.hset('{flowgate}:flow:team/report', 'revision', 1);
    const format = { format: storeFormat, flowgate: '0.2.0', migratingFrom: storeFormat - 1 };
    await redis.hset('{flowgate}:store', format);
    const { status, stderr } = await line.run(['backup', 'old.backup']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('The store contains data of a Flowgate older than')]);
    expect(await redis.hgetall('{flowgate}:store')).toMatchObject({ migratingFrom: String(storeFormat - 1) });
  });

  it('rejects data without a format', async () => {
    await redis.del('{flowgate}:store');
    const { status, stderr } = await line.run(['backup', 'old.backup']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('The store has data without a format')]);
    expect(await redis.keys('{flowgate}:store*')).toEqual([]);
  });

  it('replaces a file, which only its owner can read, and nothing that is no file', async () => {
    await redis.flushall();
    await redis.hset('{flowgate}:store', { format: storeFormat, flowgate: '0.2.0' });
    writeFileSync(join(line.folder, 'x.backup'), 'old', { mode: 0o644 });
    expect((await line.run(['backup', 'x.backup'])).status).toBe(0);
    expect(statSync(join(line.folder, 'x.backup')).mode & 0o777).toBe(0o600);
    mkdirSync(join(line.folder, 'folder'));
    for (const path of ['folder', '/dev/null', 'missing/x.backup']) {
      const { status, stderr } = await line.run(['backup', path]);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/is not a file|no such file or directory/)]);
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('waits for a slow reader of its output', async () => {
    await redis.set('{flowgate}:large', Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * i * 7919) % 251)));
    // A pipe that does not block, as Node.js makes one of its standard output.
    const command = `node --import tsx -e "const {backup} = await import('./src/store/backup/run-backup.ts'); await backup({redisUrl: process.env.REDIS_URL, dataFolder: '/nonexistent', filesFolder: '/nonexistent', auditDays: 0}, {output: process.stdout, now: new Date()})" --input-type=module | (sleep 1; cat)`;
    const child = spawn('/bin/sh', ['-c', command], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => child.once('close', resolve));
    const lines = gunzipSync(Buffer.concat(chunks)).toString().trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^\{"end":/);
    await redis.del('{flowgate}:large');
  });
});

describe('flowgate restore', () => {
  it.each([
    ['missing', (file: string) => rmSync(file), /no such file or directory/],
    [
      'cut off',
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -9)),
      /not a complete Flowgate backup/,
    ],
    ['empty', (file: string) => writeFileSync(file, ''), /not a complete Flowgate backup|is empty/],
    ['no backup', (file: string) => writeFileSync(file, gzipSync('[]\n5\n')), /not a complete Flowgate backup/],
    [
      'with a record of no kind',
      (file: string) => rewrite(file, (text) => `${text}5\n`),
      /not a complete Flowgate backup/,
    ],
    ['damaged', (file: string) => writeFileSync(file, spoilt(readFileSync(file))), /not a complete Flowgate backup/],
    [
      'newer',
      (file: string) => rewrite(file, (text) => text.replace(/"storeFormat":\d+/, '"storeFormat":99')),
      /in the store format 99; this Flowgate reads formats up to \d+. Use Flowgate/,
    ],
    [
      'too old',
      (file: string) => rewrite(file, (text) => text.replace(/"storeFormat":\d+/, '"storeFormat":1')),
      /in the store format 1, written by a build from before the release of Flowgate 0.2.0; this Flowgate reads formats from 2/,
    ],
  ])('changes nothing if the file is %s', async (name, change, reason) => {
    line.environment = settings;
    const file = `${name}.backup`;
    expect((await line.run(['backup', file])).status).toBe(0);
    change(join(line.folder, file));
    const content = await storeContent(redis);
    const { status, stdout, stderr } = await line.run(['restore', file, '--replace', '--yes']);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(reason)]);
    expect(stderr).not.toContain('    at ');
    expect(await storeContent(redis)).toEqual(content);
  });

  it('asks for --yes where nobody can answer', async () => {
    expect(await line.run(['restore', 'x.backup', '--replace'])).toMatchObject({
      status: 2,
      stderr: 'flowgate: this deletes data and needs confirmation; without a terminal, add --yes.\n',
    });
  });

  it('says that the store is incomplete if it fails in the middle', async () => {
    await line.run(['backup', 'whole.backup']);
    await redis.config('SET', 'maxmemory', '1');
    const { status, stderr } = await line.run(['restore', 'whole.backup', '--replace', '--yes']);
    await redis.config('SET', 'maxmemory', '0');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/Redis rejects commands: OOM/)]);
    expect((await line.run(['restore', 'whole.backup', '--replace', '--yes'])).status).toBe(0);
  });
});

/** Writes another backup whose digest is right. */
function rewrite(file: string, change: (text: string) => string): void {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const body = change(`${lines.slice(0, -1).join('\n')}\n`);
  const end = { records: body.split('\n').length - 2, sha256: createHash('sha256').update(body).digest('hex') };
  writeFileSync(file, gzipSync(`${body}${JSON.stringify({ end })}\n`));
}

function spoilt(bytes: Buffer): Buffer {
  bytes[20] = 255 - (bytes[20] ?? 0);
  return bytes;
}

it('is all permitted to the documented user of Redis', async () => {
  expect(await redis.acl('LOG')).toEqual([]);
});

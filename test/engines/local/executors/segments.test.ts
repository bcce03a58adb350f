import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExecutionFolders } from '../../../../src/engines/local/executors/execution-folders.ts';
import type { Carried } from '../../../../src/language/execution-plan/segment.ts';
import type { TaskProgress } from '../../../../src/language/execution-plan/task-state.ts';
import { told } from '../../../support/life-of.ts';
import { planOf } from '../../../support/local-run.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../../support/redis.ts';
import { SegmentRig } from '../../../support/segment-rig.ts';
import { waitingAt } from '../../../support/segments.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

let test: TestRedis;
let rig: SegmentRig;
let dataFolder: string;

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const flow = `inputs: [{id: token, type: SECRET}]
tasks:
  - id: build
    ${shell}
    script: |
      mkdir -p out; echo built > out/app.txt; echo other > left.txt
      echo "{\\"version\\": \\"1 of $TOKEN\\"}"
    outputSchema: {version: {type: STRING}}
    outputFiles: [out/*.txt]
  - {id: tolerated, ${shell}, script: exit 3, allow_failure: true}
  - {id: gate, ${log}, message: "Release {{ task_outputs.build.version }}?"}
  - id: deploy
    ${shell}
    script: |
      ls; cat out/app.txt; [ "{{ task_outputs.build.version }}" = "1 of s3cret" ]
finally:
  - {id: last, ${shell}, script: 'echo "last {{ task_outputs.build.version }}"'}
`;

beforeAll(async () => {
  test = await startTestRedis();
});
afterAll(() => test.stop());
beforeEach(() => {
  dataFolder = temporaryFolder();
  rig = rigWith(flow);
  return () => rmSync(dataFolder, { recursive: true, force: true });
});

const rigWith = (body: string, secret = 's3cret') =>
  new SegmentRig({
    redis: test.redis,
    dataFolder,
    plan: waitingAt(planOf(flowText(body)), 'gate', {
      kind: 'approval',
      approvers: { users: [], groups: [], count: 1, notStarter: false },
      form: [],
      onTimeout: 'REJECT',
    }),
    secrets: new Map([['token', secret]]),
  });
const states = (tasks: readonly TaskProgress[]) => tasks.map(({ path, state }) => `${path} ${state}`);

describe('an execution that waits', () => {
  it('has everything in its record, and nothing on the machine', async () => {
    const id = await rig.create();
    const record = await rig.run(id);
    expect(record).toMatchObject({ state: 'RUNNING', waitingFor: { task: 'gate', message: 'Release 1 of ****?' } });
    expect(states(record.tasks)).toEqual(['build SUCCESS', 'tolerated FAILED', 'gate RUNNING']);
    expect(record.segment).toMatchObject({ number: 2, from: 'gate', hasWarning: true });
    expect(await rig.store.carried(id)).toEqual({
      outputs: { build: { version: ['1 of ', { secret: 'token', part: 0 }] } },
      files: [{ path: 'out/app.txt', task: 'build', execution: id }],
    });
    expect(JSON.stringify([rig.ends, record, await test.redis.hgetall(`{flowgate}:execution:${id}`)])).not.toContain(
      's3cret',
    );
    const folders = new ExecutionFolders(dataFolder);
    expect(existsSync(folders.running(id))).toBe(false);
    expect(await rig.store.runningOnGateways()).toEqual([]);
    expect(rig.ends[0]?.elapsed).toBeGreaterThan(0);
    expect(rig.ends[0]?.logBytes).toBe(Buffer.byteLength(await rig.log(id)));
  });

  it('goes on after its wait, with outputs and output files', async () => {
    const id = await rig.create();
    await rig.run(id);
    await rig.endWait(id, { state: 'SUCCESS' });
    const record = await rig.run(id);
    expect(record).toMatchObject({ state: 'WARNING', reason: 'Task tolerated failed, which allow_failure permits.' });
    expect(states(record.tasks)).toEqual([
      'build SUCCESS',
      'tolerated FAILED',
      'gate SUCCESS',
      'deploy SUCCESS',
      'last SUCCESS',
    ]);
    const text = await rig.log(id);
    expect(text.match(/^Finished: /gm)).toHaveLength(1);
    expect(text.slice(text.indexOf('[Flowgate] task deploy'))).toBe(`[Flowgate] task deploy
out
built
[Flowgate] task last
last 1 of ****
[Flowgate] end
Task tolerated failed, which allow_failure permits.
Finished: WARNING
`);
  });

  it('fails after a rejection, and runs final tasks', async () => {
    const id = await rig.create();
    await rig.run(id);
    await rig.endWait(id, { state: 'FAILED', reason: 'rejected by carol' });
    const record = await rig.run(id);
    expect(record).toMatchObject({ state: 'FAILED', reason: 'Task gate failed: rejected by carol' });
    expect(states(record.tasks).slice(2)).toEqual(['gate FAILED', 'last SUCCESS']);
  });

  it('runs final tasks if it is stopped before its next segment begins', async () => {
    const id = await rig.create();
    await rig.run(id);
    await rig.endWait(id, { state: 'SUCCESS' });
    await told(rig.store, id, { name: 'stopAsked', by: 'ada' });
    const record = await rig.run(id);
    expect(record).toMatchObject({ state: 'KILLED', reason: 'Stopped by ada.' });
    expect(states(record.tasks).slice(2)).toEqual(['gate SUCCESS', 'last SUCCESS']);
  });

  it('goes on at once if its wait is over when it begins', async () => {
    rig.onWait = async (waiting) => {
      await rig.endWait(waiting, { state: 'SUCCESS' });
      await rig.work.start(waiting);
    };
    const id = await rig.create();
    await rig.work.start(id);
    await expect.poll(async () => (await rig.read(id)).state, { timeout: 20_000 }).toBe('WARNING');
  });

  it('cannot pass on too many files', async () => {
    rig = rigWith(flow.replace('echo other > left.txt', 'for file in $(seq 1 1001); do echo > out/$file.txt; done'));
    const record = await rig.run(await rig.create());
    const reason = 'Task gate failed: the tasks before it have kept more than 1000 output files';
    expect(record).toMatchObject({ state: 'FAILED', reason });
    expect(states(record.tasks).at(-1)).toBe('last SUCCESS');
  });

  it('gets an end of its log without a segment', async () => {
    const id = await rig.create();
    await rig.engine.endLog(await rig.run(id), 'KILLED', 'Stopped by ada.');
    expect(await rig.log(id)).toMatch(/\n\[Flowgate\] end\nStopped by ada\.\nFinished: KILLED\n$/);
  });

  it('is not taken for one whose process has died', async () => {
    const id = await rig.create();
    await rig.run(id);
    await rig.endInterrupted(test.redis);
    expect(await rig.read(id)).toMatchObject({ state: 'RUNNING', waitingFor: { task: 'gate' } });
  });
});

describe('a restart', () => {
  /** A restart of an execution at a task, as services create it. */
  async function restarted(id: string, from: string): Promise<string> {
    const [record, carried] = [await rig.read(id), await rig.store.carried(id)];
    const index = record.tasks.findIndex(({ path }) => path === from);
    return rig.create({
      segment: { number: 1, from, elapsed: 0, hasWarning: false },
      earlierTasks: record.tasks.slice(0, index).map((task) => ({ ...task, state: 'KEPT' })),
      carried: carried ?? null,
    });
  }

  it('finds the files of the first execution, keeps them, and can be restarted in turn', async () => {
    rig = rigWith(flow.replace('ls;', 'exit 1;'));
    const first = await rig.create();
    await rig.run(first);
    await rig.endWait(first, { state: 'SUCCESS' });
    expect(await rig.run(first)).toMatchObject({ state: 'FAILED' });
    rig = rigWith(flow);
    let id = first;
    for (let times = 0; times < 2; times++) {
      const before = id;
      id = await restarted(before, 'deploy');
      if (times === 1) await rig.artifacts.remove(first);
      const record = await rig.run(id);
      expect(record.state).toBe('SUCCESS');
      expect(states(record.tasks)).toEqual([
        'build KEPT',
        'tolerated KEPT',
        'gate KEPT',
        'deploy SUCCESS',
        'last SUCCESS',
      ]);
      expect(await rig.artifacts.list(id)).toEqual([{ path: 'out/app.txt' }]);
      expect((await rig.store.carried(id))?.files).toEqual([{ path: 'out/app.txt', task: 'build', execution: id }]);
    }
  });

  it('fails if a file is gone', async () => {
    const carried: Carried = { outputs: {}, files: [{ path: 'a', task: 'build', execution: 'gone' }] };
    const id = await rig.create({ segment: { number: 1, from: 'deploy', elapsed: 0, hasWarning: false }, carried });
    expect(await rig.run(id)).toMatchObject({
      state: 'FAILED',
      reason: 'The output file a could not be put back: it is no longer stored',
    });
  });

  it('fails if there are too many files', async () => {
    const files = Array.from({ length: 1001 }, (_, index) => ({
      path: `${index}`,
      task: 'build',
      execution: 'before',
    }));
    for (const { path } of files) {
      const file = join(rig.artifacts.path('before'), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path);
    }
    const run = async (carried: Carried) =>
      rig.run(await rig.create({ segment: { number: 1, from: 'deploy', elapsed: 0, hasWarning: false }, carried }));
    expect((await run({ outputs: {}, files })).reason).toBe(
      'The workspace cannot be filled: the tasks before it have kept more than 1000 output files',
    );
    const { id } = await run({ outputs: {}, files: files.slice(1) });
    expect(readFileSync(join(rig.artifacts.path(id), '1000'), 'utf8')).toBe('1000');
  });

  it('takes a new value of a secret', async () => {
    const first = await rig.create();
    await rig.run(first);
    rig = rigWith(flow, 'n3w');
    expect(await rig.run(await restarted(first, 'gate'))).toMatchObject({
      waitingFor: { message: 'Release 1 of ****?' },
    });
  });
});

it('keeps what was recorded for a restart although its process has died', async () => {
  const id = await rig.create();
  const carried: Carried = { outputs: { build: { version: '1' } }, files: [] };
  await told(rig.store, id, [
    { name: 'begun', engine: 'local' },
    { name: 'progressed', tasks: [], carried },
  ]);
  await rig.endInterrupted(test.redis);
  expect(await rig.read(id)).toMatchObject({ state: 'FAILED' });
  expect(await rig.store.carried(id)).toEqual(carried);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planOf } from '../../../support/local-run.ts';
import { isNightly } from '../../../support/nightly.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../../support/redis.ts';
import { SegmentRig } from '../../../support/segment-rig.ts';
import { waitingAt } from '../../../support/segments.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

/** At how many places of an execution its process is killed; a long run has more. */
const kills = Number(process.env.FLOWGATE_TEST_KILLS ?? (isNightly ? 8 : 2));

const program = join(import.meta.dirname, '../../../support/segment-program.ts');
let test: TestRedis;
let dataFolder: string;
beforeAll(async () => {
  test = await startTestRedis();
  dataFolder = temporaryFolder();
});
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true });
  await test.stop();
});

const flow = (marks: string): string => {
  const mark = (id: string, more = '') =>
    `  - {id: ${id}, type: dev.vendor.plugin.core.shell.Shell, script: 'echo ${id} >> ${marks}'${more}}\n`;
  return flowText(`tasks:
${mark('build')}  - {id: gate, type: dev.vendor.plugin.core.log.Log, message: wait}
${mark('deploy')}finally:
${mark('last')}`);
};

// The second if its process has not noted yet that it runs it.
const interrupted = /^(?:Flowgate stopped while|The Flowgate process that ran) /;

/** @returns how many commands it sent, unless it was killed before its end */
async function run(commands: number, text: string, id: string): Promise<number | undefined> {
  const values = [String(commands), test.server.socketPath, dataFolder, text, id];
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece) => (output += String(piece)));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return undefined;
  expect(status).toBe(0);
  return Number(output);
}

it(
  `runs no task twice and loses none although its process is killed at ${kills} places`,
  { timeout: 900_000 },
  async () => {
    const ends = new Set<string>();
    const max = await killedAfter(Infinity, 0);
    for (let place = 1; place <= kills; place++) await killedAfter(Math.ceil((place * max) / (kills + 1)), place);
    // Some are killed while a task runs, others in between.
    expect([...ends].toSorted()).toEqual(['FAILED', 'SUCCESS']);

    async function killedAfter(commands: number, place: number): Promise<number> {
      const marks = join(dataFolder, `marks-${place}`);
      const text = flow(marks);
      const rig = new SegmentRig({
        redis: test.redis,
        dataFolder,
        plan: waitingAt(planOf(text), 'gate', { kind: 'time' }),
      });
      const id = await rig.create();
      const sent = await run(commands, text, id);
      const { state, waitingFor } = await rig.read(id);
      const wasRunning = state === 'RUNNING' && waitingFor === undefined;
      await rig.endInterrupted(test.redis);
      const end = await rig.runThrough(id);
      const ran = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
      // A task that ran when the process died may have done half of its work, so it never runs again by itself.
      const expected = wasRunning
        ? { state: 'FAILED', isInterrupted: true, ran: [...new Set(ran)] }
        : { state: 'SUCCESS', isInterrupted: false, ran: ['build', 'deploy', 'last'] };
      const isInterrupted = interrupted.test(end.reason ?? '');
      expect({ commands, state: end.state, isInterrupted, ran }).toEqual({ commands, ...expected });
      ends.add(end.state);
      return sent ?? 0;
    }
  },
);

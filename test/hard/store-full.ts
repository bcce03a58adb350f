import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { gatewayProgram } from '../../bench/rig/program.ts';
import { problemCode, type Sent } from '../../bench/rig/send.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { flowText } from '../support/gateway.ts';
import {
  answerOf,
  PressedGateway,
  recovers,
  shellFlow,
  shown,
  statusProblem,
  type MaybeAnswer,
} from './support/pressed-gateway.ts';
import { onSmallDisk } from './support/small-disk.ts';

const megabyte = 1 << 20;
/** Until Redis has freed the buffers of its clients, which count as used memory: what was full can have room again. */
const bufferMilliseconds = 4_000;

export const storeFull: Part = {
  name: 'store-full',
  description:
    'The built-in Redis runs out of memory, before and after a restart, while an execution runs; and the disk of the log fills up: the gateway continues, reports the shortage, and recovers.',
  run: async (report) => {
    await inTemporaryFolder((folder) => fillMemory(folder, report));
    const reason = await onSmallDisk(megabyte, (disk) =>
      inTemporaryFolder((data) => fillLog(join(disk.folder, 'log'), { data, fill: () => disk.fill(0), report })),
    );
    if (reason !== undefined) report.skip(`log: ${reason}`);
  },
};

function fillMemory(folder: string, report: PartReport): Promise<void> {
  const settings = {
    FLOWGATE_DATA: folder,
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_REDIS_MAX_BYTES: String(32 * megabyte),
  };
  return PressedGateway.run(settings, async (gateway) => {
    const store = (id: string) =>
      gateway.store(id, `${flowText({ id })}# ${`${id} `.repeat(30_000).slice(0, 200_000)}\n`);
    const fill = async (prefix: string): Promise<MaybeAnswer> => {
      let last: MaybeAnswer;
      let isPaused = false;
      for (let index = 0; index < 300; index++) {
        last = await store(`${prefix}-${index}`);
        if (last?.status === 507 && isPaused) break;
        isPaused = last?.status === 507;
        if (isPaused) await sleep(bufferMilliseconds);
      }
      return last;
    };
    const status = async (what: string, sent: Sent, expected: number) =>
      report.check(`memory: ${what}`, await statusProblem(gateway.ask(sent), expected));
    const endsAs = async (what: string, id: string, expected: string) => {
      const { state } = await gateway.ended(id);
      report.check(`memory: ${what}`, state !== expected && `it is ${state}`);
    };
    await gateway.store('ends', shellFlow('ends', ['sleep 20; echo ended']));
    await gateway.store('stopped', shellFlow('stopped', ['sleep 600']));
    const [ends, stopped] = [await gateway.start('ends'), await gateway.start('stopped')];
    const last = await fill('f');
    report.figure('memory', `${gateway.kept} flows of 200 kB until ${last?.status} ${last && problemCode(last)}`);
    const isClear = /memory/.test(last?.text ?? '');
    report.check('memory: what does not fit is rejected with a clear problem', !isClear && shown(last));
    report.check('memory: stored flows can be read', await gateway.unreadable());
    await status('nothing is started', { method: 'POST', path: '/flows/examples/ends/executions', body: {} }, 507);
    await status('an execution is stopped', { method: 'POST', path: `/executions/${stopped}/stop` }, 202);
    await endsAs('it ends', stopped, 'KILLED');
    await endsAs('an execution goes on to its end', ends, 'SUCCESS');
    await status('an execution is deleted', { method: 'DELETE', path: `/executions/${ends}` }, 204);
    await gateway.kill();
    report.check('memory: it starts again', await gateway.unreadable());
    report.check('memory: it rejects changes again', await statusProblem(fill('g'), 507));
    for (let index = 0; index < 10; index++)
      await gateway.ask({ method: 'DELETE', path: `/flows/examples/f-${index}?purge=true` });
    report.check('memory: it accepts changes again', await recovers(() => store('after')));
    report.check('memory: it exits only when it is killed', gateway.restarts !== 1 && `${gateway.restarts} restarts`);
  });
}

interface LogAttack {
  readonly data: string;
  readonly fill: () => void;
  readonly report: PartReport;
}

async function fillLog(path: string, { data, fill, report }: LogAttack): Promise<void> {
  const log = openSync(path, 'a');
  fill();
  const child = spawn(process.execPath, [gatewayProgram], {
    cwd: packageRoot(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', FLOWGATE_DATA: data },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  try {
    const exited = once(child, 'exit').then(([status]) => `it exited with ${String(status)}`);
    const [chunk] = (await Promise.race([once(child.stdout!, 'data'), exited.then((reason) => [reason])])) as [Buffer];
    const url = /http:\/\/\S+/.exec(String(chunk))?.[0];
    report.check('log: the gateway starts without room for its log', url === undefined && String(chunk));
    if (url === undefined) return;
    // The reader of its standard output goes.
    child.stdout!.destroy();
    for (let count = 0; count < 1000; count++) await answerOf(url, { path: '/flows' });
    report.check('log: it goes on', await statusProblem(answerOf(url, { path: '/healthz' }), 200));
  } finally {
    const gone = once(child, 'close');
    child.kill('SIGTERM');
    await gone;
  }
  report.check(
    'log: it ends as usual',
    child.exitCode !== 0 && `status ${child.exitCode}, ${readFileSync(path, 'utf8')}`,
  );
}

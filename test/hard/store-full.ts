import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../src/config/package-root.ts';
import { flowText } from '../support/gateway.ts';
import { answerOf, recovers, unreadable } from './disk-full.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import { briefly, problemCode, type Answer, type Sent } from '../../bench/rig/send.ts';
import { onSmallDisk } from './support/small-disk.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';

const megabyte = 1 << 20;
const patience = 60_000;

export const storeFull: Part = {
  name: 'store-full',
  description:
    'The memory of the own Redis fills up, before and after a restart, while an execution runs; and the disk of the log: the gateway goes on, says what has no room, and recovers.',
  run: async (report) => {
    await inTemporaryFolder((folder) => fillMemory(folder, report));
    const reason = await onSmallDisk(megabyte, (disk) =>
      inTemporaryFolder((data) => fillLog(join(disk.folder, 'log'), { data, fill: () => disk.fill(0), report })),
    );
    if (reason !== undefined) report.skip(`log: ${reason}`);
  },
};

async function fillMemory(folder: string, report: PartReport): Promise<void> {
  const gateway = await SupervisedGateway.start({
    FLOWGATE_DATA: folder,
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_REDIS_MAX_BYTES: String(32 * megabyte),
  });
  try {
    const ask = async (sent: Sent) => answerOf(await gateway.url(), sent);
    const kept = new Map<string, string>();
    const store = async (id: string, source: string): Promise<Answer | undefined> => {
      const answer = await ask({ method: 'POST', path: '/flows', body: source });
      if (answer?.status === 201) kept.set(id, source);
      return answer;
    };
    const large = (id: string) => `${flowText({ id })}# ${`${id} `.repeat(30_000).slice(0, 200_000)}\n`;
    const shell = (id: string, command: string) =>
      `id: ${id}\nnamespace: examples\ntasks:\n  - id: run\n    type: dev.vendor.plugin.core.shell.Shell\n    commands:\n      - ${command}\n`;
    await store('ends', shell('ends', 'sleep 20; echo ended'));
    await store('stopped', shell('stopped', 'sleep 600'));
    const ends = await started(ask, 'ends');
    const stopped = await started(ask, 'stopped');
    const fill = async (prefix: string): Promise<Answer | undefined> => {
      let last: Answer | undefined;
      for (let index = 0; index < 300 && last?.status !== 507; index++)
        last = await store(`${prefix}-${index}`, large(`${prefix}-${index}`));
      return last;
    };
    const last = await fill('f');
    report.figure('memory', `${kept.size} flows of 200 kB until ${last?.status} ${last && problemCode(last)}`);
    report.check(
      'memory: what does not fit is rejected with a clear problem',
      !/memory/.test(last?.text ?? '') && briefly(last!),
    );
    report.check('memory: stored flows can be read', (await unreadable(kept, ask)).join('; '));
    report.check(
      'memory: nothing is started',
      await statusProblem(
        ask({
          method: 'POST',
          path: '/flows/examples/ends/executions',
          body: {},
        }),
        507,
      ),
    );
    report.check(
      'memory: an execution is stopped',
      await statusProblem(ask({ method: 'POST', path: `/executions/${stopped}/stop` }), 202),
    );
    report.check('memory: it ends', await endsAs(ask, stopped, 'KILLED'));
    report.check('memory: an execution goes on to its end', await endsAs(ask, ends, 'SUCCESS'));
    report.check(
      'memory: an execution is deleted',
      await statusProblem(ask({ method: 'DELETE', path: `/executions/${ends}` }), 204),
    );
    await gateway.kill();
    report.check('memory: it starts again', (await unreadable(kept, ask)).join('; '));
    report.check('memory: it rejects changes again', await statusProblem(fill('g'), 507));
    for (let index = 0; index < 10; index++)
      await ask({ method: 'DELETE', path: `/flows/examples/f-${index}?purge=true` });
    report.check('memory: it accepts changes again', await recovers(() => store('after', large('after'))));
    report.check('memory: it exits only when it is killed', gateway.restarts !== 1 && `${gateway.restarts} restarts`);
  } finally {
    await gateway.stop();
  }
}

type Ask = (sent: Sent) => Promise<Answer | undefined>;

async function started(ask: Ask, flow: string): Promise<string> {
  const answer = await ask({ method: 'POST', path: `/flows/examples/${flow}/executions`, body: {} });
  return (JSON.parse(answer?.text ?? '{}') as { id: string }).id; // per the contract
}

async function endsAs(ask: Ask, id: string, state: string): Promise<string | undefined> {
  for (const end = Date.now() + patience; ; await sleep(200)) {
    const answer = await ask({ path: `/executions/${id}` });
    const found = (JSON.parse(answer?.text ?? '{}') as { state?: string }).state; // per the contract
    if (found === state) return undefined;
    if (Date.now() > end || ['SUCCESS', 'FAILED', 'KILLED'].includes(found ?? '')) return `it is ${found}`;
  }
}

async function statusProblem(asked: Promise<Answer | undefined>, status: number): Promise<string | undefined> {
  const answer = await asked;
  return answer?.status === status ? undefined : answer === undefined ? 'no answer' : briefly(answer);
}

interface LogAttack {
  readonly data: string;
  readonly fill: () => void;
  readonly report: PartReport;
}

async function fillLog(path: string, { data, fill, report }: LogAttack): Promise<void> {
  const log = openSync(path, 'a');
  fill();
  const program = join(packageRoot(), 'dist', 'src', 'main.js');
  const child = spawn(process.execPath, [program], {
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

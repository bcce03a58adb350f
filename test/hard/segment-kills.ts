import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part } from '../../bench/rig/part.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import { processesWith } from '../support/processes.ts';
import { runSeed, seededRandom, type SeededRandom } from './support/seeded-random.ts';
import { check, markedTasks, waitingFlow, WaitingFlows, type Execution } from './support/waiting-flows.ts';

const killCount = Number(process.env.FLOWGATE_HARD_SEGMENT_KILLS ?? 100);
const lanes = 8;
const maxRedisKillsInARow = 3;

export const segmentKills: Part = {
  name: 'segment-kills',
  description:
    'Gateway and Redis are killed at random moments while executions on this machine wait for approvals, signals, times and executions of their own: no task runs twice, no decision is lost or taken twice, and every execution ends.',
  run: async (report) => {
    report.figure('seed', runSeed);
    await inTemporaryFolder(async (folder) => {
      const marks = join(folder, 'marks');
      const gateway = await SupervisedGateway.start({ FLOWGATE_DATA: folder, FLOWGATE_ENGINE: 'local' });
      const flows = new WaitingFlows(gateway, { flowOf: (id) => waitingFlow(id, { marks }) });
      const running = Promise.all(Array.from({ length: lanes }, () => flows.runUntilOver()));
      const killed = await killThrough({ gateway, folder, flows }, seededRandom(runSeed, 27));
      flows.end();
      await running;
      await gateway.stop();
      report.figure('killed', `${killed.gateway} times the gateway, ${killed.redis} times its Redis`);
      const all = [...flows.ended.values()];
      const succeeded = all.filter(({ state }) => state === 'SUCCESS').length;
      const interrupted = all.filter(isInterrupted).length;
      report.figure(
        'executions',
        `${succeeded} of ${all.length} succeeded, ${interrupted} were interrupted while a task ran`,
      );
      check(report, 'most kills find work', flows.moves * 2 < killCount ? [`${flows.moves} moves`] : []);
      flows.reportTo(report, isInterrupted);
      const { twice, lost } = misplacedMarks(flows.ended, readFileSync(marks, 'utf8'));
      check(report, 'no task runs twice', twice);
      check(report, 'no task of an execution that succeeded is lost', lost);
    });
  },
};

async function killThrough(
  {
    gateway,
    folder,
    flows,
  }: { readonly gateway: SupervisedGateway; readonly folder: string; readonly flows: WaitingFlows },
  random: SeededRandom,
): Promise<Record<'gateway' | 'redis', number>> {
  const killed = { gateway: 0, redis: 0 };
  let inARow = 0;
  for (let index = 0; index < killCount; index++) {
    await gateway.url();
    await flows.untilKill(random);
    const isRedis = inARow < maxRedisKillsInARow && random.below(3) === 0;
    inARow = isRedis ? inARow + 1 : 0;
    killed[isRedis ? 'redis' : 'gateway']++;
    if (isRedis) for (const id of processesWith(`${folder}/redis`)) process.kill(id, 'SIGKILL');
    else await gateway.kill();
  }
  return killed;
}

/** A task that runs when its gateway is killed ends with it; it is not run again. */
function isInterrupted({ state, reason = '' }: Execution): boolean {
  return state === 'FAILED' && /^(Flowgate stopped|The Flowgate process that ran the execution has not)/.test(reason);
}

/** @param marks the lines that the tasks have written */
function misplacedMarks(
  ended: ReadonlyMap<string, Execution>,
  marks: string,
): Readonly<Record<'twice' | 'lost', readonly string[]>> {
  const counts = new Map<string, number>();
  for (const line of marks.trim().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  const lost = [...ended].filter(
    ([key, { state, outputs = {}, waits = [] }]) =>
      state === 'SUCCESS' &&
      (markedTasks.some((task) => !counts.has(`${key} ${task}`)) || outputs.approver !== waits[0]?.by[0]?.by),
  );
  return {
    twice: [...counts].filter(([, count]) => count > 1).map(([line]) => line),
    lost: lost.map(([, { id }]) => id),
  };
}

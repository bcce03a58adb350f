import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { onStandIn } from '../../bench/rig/running-gateway.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import { FlowgateFleet } from '../support/flowgate-fleet.ts';
import { processesWith } from '../support/processes.ts';
import { spawnStandInJenkins, type StandInProcess } from '../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { KeptWrites } from './support/kept-writes.ts';
import { runSeed, seededRandom, type SeededRandom } from './support/seeded-random.ts';

const killCount = Number(process.env.FLOWGATE_HARD_KILLS ?? 40);
const maxPause = 1_500;
const writers = 4;
// Processes that exit by themselves have done so by then.
const orphanPatience = 5_000;
// A gateway gives up a Redis that exits six times within a minute.
const maxRedisKillsInARow = 3;

export const kills: Part = {
  name: 'kills',
  description:
    'Gateway, worker and Redis are killed at random moments while writes and executions are acknowledged: none is lost or duplicated.',
  run: async (report) => {
    report.figure('seed', runSeed);
    const jenkins = await spawnStandInJenkins({ timing: { task: 50, boot: 50 } });
    try {
      await killOwnRedisAndGateway(jenkins, report, seededRandom(runSeed));
      await killWorkersAndRedis(jenkins, report, seededRandom(runSeed, 1));
    } finally {
      jenkins.stop();
    }
  },
};

/** One process that serves and works, with its own Redis: either is killed, and the gateway restarted. */
async function killOwnRedisAndGateway(
  jenkins: StandInProcess,
  report: PartReport,
  random: SeededRandom,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const gateway = await SupervisedGateway.start({ FLOWGATE_DATA: folder, ...onStandIn(jenkins) });
    const killed = { gateway: 0, redis: 0 };
    let inARow = 0;
    await keepThrough({ gateway, jenkins, report, name: 'gateway and own Redis', random }, async () => {
      const isRedis = inARow < maxRedisKillsInARow && random.below(2) === 0;
      inARow = isRedis ? inARow + 1 : 0;
      killed[isRedis ? 'redis' : 'gateway']++;
      if (isRedis) for (const id of processesWith(`${folder}/redis`)) process.kill(id, 'SIGKILL');
      else await gateway.kill();
    });
    report.figure('killed', `${killed.gateway} times the gateway, ${killed.redis} times its Redis`);
    await gateway.killForGood();
    await sleep(orphanPatience);
    const left = processesWith(`${folder}/redis`);
    report.check(
      'no Redis outlives a gateway that is killed',
      left.length > 0 && `${left.length} does after ${orphanPatience / 1000} s`,
    );
    for (const id of left) process.kill(id, 'SIGKILL');
  });
}

/** One process that serves, two workers, and a separate Redis: workers and Redis are killed. */
async function killWorkersAndRedis(jenkins: StandInProcess, report: PartReport, random: SeededRandom): Promise<void> {
  const fleet = await FlowgateFleet.start(onStandIn(jenkins));
  try {
    fleet.startWorker();
    fleet.startWorker();
    const gateway = { url: () => fleet.url };
    await keepThrough({ gateway, jenkins, report, name: 'workers and Redis', random }, async () => {
      if (random.below(4) === 0) {
        fleet.redis.kill();
        await fleet.redis.restart();
        return;
      }
      const victim = fleet.workers.at(-2)!;
      await victim.ready;
      victim.child.kill('SIGKILL');
      fleet.startWorker();
    });
  } finally {
    fleet.stop();
  }
}

interface KeepOptions {
  readonly gateway: { url(): Promise<string> };
  readonly jenkins: StandInProcess;
  readonly report: PartReport;
  readonly name: string;
  readonly random: SeededRandom;
}

async function keepThrough(
  { gateway, jenkins, report, name, random }: KeepOptions,
  kill: () => Promise<void>,
): Promise<void> {
  const writes = new KeptWrites(gateway);
  const working = Promise.all([...Array.from({ length: writers }, () => writes.writeFlows()), writes.runFlows()]);
  for (let index = 0; index < killCount; index++) {
    await gateway.url(); // a process must be up before it is killed
    await sleep(random.next() * maxPause);
    await kill();
  }
  writes.end();
  await working;
  const problems = await writes.problems(() => countBuilds(jenkins));
  const { revisions, executions } = writes.acknowledged;
  report.figure(
    name,
    `${killCount} kills, ${revisions} revisions and ${executions} executions acknowledged, ${writes.retries} requests repeated`,
  );
  report.check(
    `${name}: nothing that was acknowledged is lost or duplicated`,
    problems.length > 0 && `${problems.length}: ${problems.slice(0, 5).join('; ')}`,
  );
}

/** The builds that ran something, by the execution. */
export async function countBuilds(jenkins: StandInProcess): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { parameters, result } of await jenkins.builds()) {
    const id = parameters.FLOWGATE_EXECUTION_ID ?? '';
    // A build that gave way to another has run nothing.
    if (result !== 'NOT_BUILT') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

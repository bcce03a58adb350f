import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { onStandIn } from '../../bench/rig/running-gateway.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import { FlowgateFleet } from '../support/flowgate-fleet.ts';
import { processesWith } from '../support/processes.ts';
import type { BuildPlan } from '../support/stand-in-jenkins/build-plan.ts';
import { spawnStandInJenkins, type StandInProcess } from '../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import type { BuildReport } from '../support/stand-in-jenkins/stand-in-jenkins.ts';
import type { MovingGateway } from './support/kept-writes.ts';
import { runSeed, seededRandom, type SeededRandom } from './support/seeded-random.ts';
import { calledFlow, check, waitingFlow, WaitingFlows, type Execution } from './support/waiting-flows.ts';

/** Half of them with one process, and half with workers. */
const killCount = Number(process.env.FLOWGATE_HARD_SEGMENT_KILLS ?? 100);
const lanes = 8;
const maxRedisKillsInARow = 3;
/** How long Jenkins is down, in milliseconds, and not ready behind it. */
const maxDown = 1_000;

const left = { outputs: {}, files: {}, elapsed: 100 };
const plan: BuildPlan = {
  tasks: ['first', 'ask', 'second', 'wait', 'third', 'nap', 'fourth', 'calls', 'fifth'].map((path) => ({ path })),
  waits: [
    { task: 'ask', leaves: { ...left, texts: { message: 'Go on?' } } },
    { task: 'wait', leaves: { ...left, texts: {} } },
    { task: 'nap', leaves: { ...left, texts: { until: '2020-01-01T00:00:00Z' } } },
    { task: 'calls', leaves: { ...left, texts: {} } },
  ],
};
/** What runs in each segment. */
const segments = ['first', 'ask second', 'wait third', 'nap fourth', 'calls fifth'];

export const segmentKillsOnJenkins: Part = {
  name: 'segment-kills-jenkins',
  description:
    'Gateway, workers, Redis and the stand-in for Jenkins are killed at random moments while executions wait: each segment has one build that runs, no decision is lost or taken twice, and every execution succeeds. The stand-in loses its queue as Jenkins does: builds that were requested are gone, and others come back.',
  run: async (report) => {
    report.figure('seed', runSeed);
    const jenkins = await spawnStandInJenkins({ timing: { leave: 150, task: 100, boot: 100 } });
    try {
      await killOneProcess(jenkins, report, seededRandom(runSeed, 28));
      await killWorkers(jenkins, report, seededRandom(runSeed, 29));
    } finally {
      jenkins.stop();
    }
  },
};

/** One process that serves and works, with its own Redis. */
async function killOneProcess(jenkins: StandInProcess, report: PartReport, random: SeededRandom): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const gateway = await SupervisedGateway.start({ FLOWGATE_DATA: folder, ...onStandIn(jenkins) });
    let inARow = 0;
    await waitThrough({ name: 'one', gateway, jenkins, report, random }, async () => {
      const isRedis = inARow < maxRedisKillsInARow && random.below(3) === 0;
      inARow = isRedis ? inARow + 1 : 0;
      if (isRedis) for (const id of processesWith(`${folder}/redis`)) process.kill(id, 'SIGKILL');
      else await gateway.kill();
      return isRedis ? 'own Redis' : 'gateway';
    });
    await gateway.stop();
  });
}

/** One process that serves, two workers, and a separate Redis. */
async function killWorkers(jenkins: StandInProcess, report: PartReport, random: SeededRandom): Promise<void> {
  const fleet = await FlowgateFleet.start({ ...onStandIn(jenkins), FLOWGATE_RATE_LIMIT: '0' });
  try {
    fleet.startWorker();
    fleet.startWorker();
    const gateway = { url: () => fleet.url };
    await waitThrough({ name: 'workers', gateway, jenkins, report, random }, async () => {
      if (random.below(3) === 0) {
        fleet.redis.kill();
        await fleet.redis.restart();
        return 'Redis';
      }
      const victim = fleet.workers.at(-2)!;
      await victim.ready;
      victim.child.kill('SIGKILL');
      fleet.startWorker();
      return 'worker';
    });
  } finally {
    fleet.stop();
  }
}

interface Surroundings {
  /** Also the beginning of the IDs of its flows. */
  readonly name: string;
  readonly gateway: MovingGateway;
  readonly jenkins: StandInProcess;
  readonly report: PartReport;
  readonly random: SeededRandom;
}

/** @param kill kills something else than Jenkins, and returns what */
async function waitThrough(
  { name, gateway, jenkins, report, random }: Surroundings,
  kill: () => Promise<string>,
): Promise<void> {
  const description = `stand-in: ${JSON.stringify(plan)}`;
  const flows = new WaitingFlows(gateway, {
    flowOf: (id) => waitingFlow(id, { marks: '/dev/null', description }),
    called: calledFlow(`stand-in: ${JSON.stringify({ tasks: [{ path: 'say' }] })}`),
    prefix: name,
  });
  const running = Promise.all(Array.from({ length: lanes }, () => flows.runUntilOver()));
  const killed = new Map<string, number>();
  for (let index = 0; index < killCount / 2; index++) {
    await gateway.url();
    await flows.untilKill(random);
    const isJenkins = random.below(3) === 0;
    if (isJenkins) await jenkins.crash(random.next() * maxDown);
    const victim = isJenkins ? 'Jenkins' : await kill();
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
  }
  flows.end();
  await running;
  const builds = await jenkins.builds();
  const all = [...flows.ended.values()];
  const succeeded = all.filter(({ state }) => state === 'SUCCESS');
  const own = builds.filter(({ job }) => job.includes(`/${name}-`));
  const rejected = own.filter(({ result }) => result === 'NOT_BUILT').length;
  const named = `${name === 'one' ? 'one process' : name}: `;
  report.figure(
    `${named}killed`,
    [...killed].map(([victim, count]) => `${count} times the ${victim}`.replace('the Jenkins', 'Jenkins')).join(', '),
  );
  report.figure(
    `${named}executions`,
    `${succeeded.length} of ${all.length} succeeded, with ${own.length} builds, of which ${rejected} gave way to another`,
  );
  check(report, `${named}most kills find work`, flows.moves * 4 < killCount ? [`${flows.moves} moves`] : []);
  flows.reportTo(report, () => false, named);
  check(
    report,
    `${named}each segment has one build that runs`,
    succeeded.flatMap((each) => problemsOf(each, own)),
  );
}

function problemsOf({ id, waits = [] }: Execution, builds: readonly BuildReport[]): readonly string[] {
  const ran = builds.filter(({ result }) => result !== 'NOT_BUILT');
  return segments.flatMap((expected, index) => {
    const name = index === 0 ? id : `${id}/${index + 1}`;
    const [build, ...others] = ran.filter(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID === name);
    if (build === undefined || others.length > 0) return [`${name} has ${build === undefined ? 0 : others.length + 1}`];
    if (build.ran.join(' ') !== expected) return [`${name} ran ${build.ran.join(' ')}`];
    const decided = waits[0]?.by[0]?.by;
    return index !== 1 || build.parameters.FLOWGATE_SEGMENT?.includes(JSON.stringify(decided)) === true
      ? []
      : [`${name} does not get the decision of ${decided}: ${build.parameters.FLOWGATE_SEGMENT}`];
  });
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import { withRedis, type MeasuredRedis } from '../../bench/rig/measured-redis.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import type { Environment } from '../../bench/rig/program.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import { spawnStandInJenkins, type StandInProcess } from '../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { countBuilds } from './kills.ts';
import { GrowingLoad, type EndedExecution } from './support/growing-load.ts';
import { hasLevelledOff, middleAndEnd } from './support/has-levelled-off.ts';
import { runSeed, seededRandom } from './support/seeded-random.ts';

const seconds = Number(process.env.FLOWGATE_GROWING_SECONDS ?? 600);
const killCount = Number(process.env.FLOWGATE_GROWING_KILLS ?? 40);
const gatewayCount = 2;
const names = ['eu', 'us', 'lab'] as const;
const lock = 'db';
const pause = 1_000;
/** A controller that fails does so for this part of the time between two kills. */
const failingPart = 0.5;

export const growing: Part = {
  name: 'growing',
  description: `${gatewayCount} gateways run flows on ${names.length} controllers for ${seconds} s, one of four with a lock. One controller after the other fails, and ${killCount} times a gateway is killed.`,
  run: (report) =>
    withRedis((redis) =>
      inTemporaryFolder(async (folder) => {
        report.figure('seed', runSeed);
        const controllers = await Promise.all(names.map(() => spawnStandInJenkins({ timing: { task: 50, boot: 20 } })));
        const environment = { ...redis.environment, ...declared(folder, controllers) };
        const gateways = await Promise.all(
          Array.from({ length: gatewayCount }, (_, index) =>
            SupervisedGateway.start({ ...environment, FLOWGATE_DATA: join(folder, String(index)) }),
          ),
        );
        try {
          await growOn({ redis, gateways, controllers, report });
        } finally {
          await Promise.all(gateways.map((gateway) => gateway.killForGood()));
          for (const controller of controllers) controller.stop();
        }
      }),
    ),
};

/** The files of the operator. */
function declared(folder: string, controllers: readonly StandInProcess[]): Environment {
  const entries = controllers.map(({ url, user, token }, index) => {
    const name = names[index]!;
    writeFileSync(join(folder, `token-${name}`), token);
    return [name, { url, user, token_file: join(folder, `token-${name}`), namespaces: [name] }] as const;
  });
  const files = {
    controllers: { controllers: Object.fromEntries(entries) },
    locks: { locks: { [lock]: { permits: 1, namespaces: ['*'] } } },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(content)); // JSON is YAML
  return {
    FLOWGATE_CONTROLLERS: join(folder, 'controllers.yaml'),
    FLOWGATE_LOCKS: join(folder, 'locks.yaml'),
    FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:9',
  };
}

interface Growing {
  readonly redis: MeasuredRedis;
  readonly gateways: readonly SupervisedGateway[];
  readonly controllers: readonly StandInProcess[];
  readonly report: PartReport;
}

async function growOn({ redis, gateways, controllers, report }: Growing): Promise<void> {
  const random = seededRandom(runSeed);
  const load = new GrowingLoad({ gateways, namespaces: names, lock, pause });
  const working = load.run();
  const samples: { readonly rss: number; readonly bytes: number }[] = [];
  const start = await redis.memory();
  for (let kill = 0; kill < killCount; kill++) {
    const failing = controllers[kill % controllers.length]!;
    const round = (1_000 * seconds) / killCount;
    await failing.misbehave([{ kind: kill % 2 === 0 ? 'down' : 'silent' }]);
    await sleep(round * failingPart);
    await failing.misbehave([]);
    const beforeKill = round * (1 - failingPart) * random.next();
    await sleep(beforeKill);
    const victim = gateways[random.below(gateways.length)]!;
    const { rss } = await (await victim.process).sample({ collect: true });
    samples.push({ rss, bytes: ((await redis.memory()) - start) / Math.max(1, load.accepted) });
    await victim.kill();
    await sleep(round * (1 - failingPart) - beforeKill);
  }
  load.end();
  await working;
  const ended = await load.ended();
  report.figure('kills', `${killCount}, and ${ended.length} executions accepted`);
  report.check('every request is served', load.failures.slice(0, 5).join('; '));
  const builds = await Promise.all(controllers.map(countBuilds));
  report.check('no execution is lost or duplicated', problemsOf(ended, builds).slice(0, 5).join('; '));
  report.check('a lock has one holder at a time', overlapOf(ended));
  const { text } = await load.ask({ path: '/locks' });
  const { locks } = JSON.parse(text) as { locks: readonly { readonly held: number; readonly heldUp: number }[] }; // per the contract
  report.check('no lock is left behind', locks.some(({ held, heldUp }) => held + heldUp > 0) && text.slice(0, 300));
  for (const [what, values, slack] of [
    ['memory of a gateway (MB)', samples.map(({ rss }) => rss / (1 << 20)), 32],
    ['Redis for each execution (KB)', samples.map(({ bytes }) => bytes / 1024), 1],
  ] as const) {
    const { middle, end } = middleAndEnd(values);
    report.figure(what, `${middle.toFixed(1)} in the second quarter, ${end.toFixed(1)} in the last`);
    report.check(`${what} levels off`, !hasLevelledOff(values, { factor: 1.2, slack }) && `it grows to ${end}`);
  }
}

/** @param builds of each controller, by the execution that they ran */
function problemsOf(
  ended: readonly EndedExecution[],
  builds: readonly ReadonlyMap<string, number>[],
): readonly string[] {
  return ended.flatMap(({ id, state, reason, controller, namespace }) => {
    const counts = builds.map((ofController) => ofController.get(id) ?? 0);
    const place = names.findIndex((name) => name === namespace);
    const isOnce = counts.every((count, index) => count === (index === place ? 1 : 0));
    if (state === 'SUCCESS' && controller === namespace && isOnce) return [];
    return [`${id} of ${namespace} ended as ${state} (${reason}) on ${controller} with ${counts.join(', ')} builds`];
  });
}

/** Two executions that held the lock at the same time; undefined if there are none. */
function overlapOf(ended: readonly EndedExecution[]): string | undefined {
  const runs = ended
    .filter(({ isLocked }) => isLocked)
    .map(({ id, history }) => ({
      id,
      from: history.find(({ state }) => state === 'RUNNING')?.at ?? '',
      to: history.at(-1)?.at ?? '',
    }))
    .toSorted((left, right) => left.from.localeCompare(right.from));
  const index = runs.findIndex(({ from }, at) => at > 0 && from < runs[at - 1]!.to);
  return index < 1 ? undefined : `${runs[index]!.id} began while ${runs[index - 1]!.id} ran`;
}

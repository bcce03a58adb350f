import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { runFlow, storeFlow, untilEnded } from '../rig/gateway-calls.ts';
import { withRedis, type MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import type { Program } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { median } from '../rig/statistics.ts';
import { shellFlow } from '../samples/sample-flows.ts';

const rounds = 3;
const executions = 100;
const executors = 2;
const others = 200;
const alone = 20;
// Node.js compiles the code of executions in the first ones.
const warmUp = 2 * executions;

/** In milliseconds for each execution, or each shell of the floor. */
interface Cost {
  readonly wall: number;
  /** CPU time of the gateway, or of what starts the shells. */
  readonly own: number;
  /** Of the processes that it started. */
  readonly children: number;
  readonly redis: number;
}

export const short: Part = {
  name: 'short',
  title: 'Short executions',
  description: `Executions of one Shell task with \`true\` on this machine. ${executions} are started at once on ${executors} executors, also beside ${others} other
processes that sleep; then ${alone} one after another. Milliseconds for each execution: wall-clock time from the first acceptance to
the last end in their records, and CPU time, which includes accepting them. The floor is \`sh -c true\` from Node.js, ${executors} at a time, in the
same rounds. Medians of ${rounds} rounds.`,
  run: (report) =>
    withRedis((redis) => {
      const settings = { FLOWGATE_ENGINE: 'local', FLOWGATE_LOCAL_EXECUTORS: String(executors), ...redis.environment };
      return withGateway(settings, async (gateway) => {
        await storeFlow(gateway.url, shellFlow(1));
        await runAtOnce(gateway.url, warmUp);
        const floors: Cost[] = [];
        const quiet: Cost[] = [];
        const crowded: Cost[] = [];
        for (let round = 0; round < rounds; round++) {
          floors.push(await costOfShells());
          quiet.push(await costOfExecutions(gateway, redis));
          crowded.push(await beside(others, () => costOfExecutions(gateway, redis)));
        }
        report.table('what | wall (ms) | gateway (ms of CPU) | its processes (ms of CPU) | Redis (ms of CPU)', [
          rowOf('`sh -c true` from Node.js', floors),
          rowOf('an execution', quiet),
          rowOf(`an execution beside ${others} processes`, crowded),
          ['goal for an execution', '≤ 25', '≤ 15'],
        ]);
        report.text(await textOfSteps(gateway.url));
      });
    }),
};

function rowOf(what: string, costs: readonly Cost[]): readonly string[] {
  const figures = (['wall', 'own', 'children', 'redis'] as const).map((key) => median(costs.map((cost) => cost[key])));
  return [what, ...figures.map((figure) => bold(figure, 1))];
}

async function costOfExecutions({ url, child, cpuTime }: Program, redis: MeasuredRedis): Promise<Cost> {
  const times = async () => [await cpuTime(), childrenTime(child.pid ?? 0), await redis.cpuTime()] as const;
  const before = await times();
  const ended = await runAtOnce(url, executions);
  const [own = NaN, children = NaN, redisTime = NaN] = (await times()).map(
    (time, index) => (time - (before[index] ?? NaN)) / executions,
  );
  const start = Math.min(...ended.map(({ createdAt }) => Date.parse(createdAt)));
  const end = Math.max(...ended.map(({ endedAt = '' }) => Date.parse(endedAt)));
  return { wall: (end - start) / executions, own, children, redis: redisTime };
}

async function runAtOnce(url: string, count: number): Promise<readonly Schema<'Execution'>[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => runFlow(url, 'scripts')));
  // The last one first, because each question costs the gateway time.
  const last = await untilEnded(url, ids.at(-1) ?? '');
  const ended = [last];
  for (const id of ids.slice(0, -1)) ended.push(await untilEnded(url, id));
  const failed = ended.find(({ state }) => state !== 'SUCCESS');
  if (failed !== undefined) throw new Error(`${failed.id} ended as ${failed.state}: ${failed.reason}`);
  return ended;
}

async function costOfShells(): Promise<Cost> {
  const before = { own: process.cpuUsage(), children: childrenTime(process.pid), start: performance.now() };
  let left = executions;
  const runSome = async () => {
    while (left-- > 0) await once(spawn('sh', ['-c', 'true'], { stdio: 'ignore' }), 'exit');
  };
  await Promise.all(Array.from({ length: executors }, runSome));
  const wall = (performance.now() - before.start) / executions;
  const { user, system } = process.cpuUsage(before.own);
  const children = (childrenTime(process.pid) - before.children) / executions;
  return { wall, own: (user + system) / 1000 / executions, children, redis: 0 };
}

/** Runs work while so many other processes sleep. */
async function beside<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const sleepers = Array.from({ length: count }, () => spawn('sleep', ['3600'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const sleeper of sleepers) sleeper.kill();
    await Promise.all(sleepers.map((sleeper) => sleeper.exitCode ?? sleeper.signalCode ?? once(sleeper, 'exit')));
  }
}

/** One after another: what a caller waits for. */
async function textOfSteps(url: string): Promise<string> {
  const [starts, runs]: [number[], number[]] = [[], []];
  for (let round = 0; round < alone; round++) {
    const { createdAt, startedAt = '', endedAt = '' } = await untilEnded(url, await runFlow(url, 'scripts'));
    starts.push(Date.parse(startedAt) - Date.parse(createdAt));
    runs.push(Date.parse(endedAt) - Date.parse(startedAt));
  }
  return `Alone, an execution starts ${bold(median(starts))} ms after it was accepted, and ends ${bold(median(runs))} ms later.`;
}

/** The CPU time in milliseconds of the processes that a process started and that have ended; NaN outside of Linux. */
function childrenTime(id: number): number {
  try {
    // The name in parentheses can contain anything. A hundredth of a second each.
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return NaN;
  }
}

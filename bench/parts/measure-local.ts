import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { runFlow, storeFlow, untilEnded } from '../rig/gateway-calls.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { planOf, runPlan } from '../rig/local-executions.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { alternate, median } from '../rig/statistics.ts';
import { helloFlow, logFlow, queuedFlow, shellFlow } from '../samples/sample-flows.ts';

const rounds = 5;
const logTasks = 1000;
const shellTasks = 50;
const executions = 100;
const executors = 2;

export const local: Part = {
  name: 'local',
  title: 'The engine of this machine',
  description: `Wall-clock time in milliseconds, from the text of the flow to the end of the execution; medians of five runs. The time of a
Shell task is the difference to \`sh -c true\` from the same process, in the same round.`,
  run: async (report) => {
    const rows = await inTemporaryFolder(async (folder) => [
      [`a flow of ${logTasks} Log tasks`, await timeOfLogs(join(folder, 'logs')), '< 100'] as const,
      ['a Shell task, more than `sh -c` alone', await overheadOfShell(join(folder, 'shell')), '< 4'] as const,
      ...(await timesOfCommand(folder)),
    ]);
    report.table(
      'what | time (ms) | goal',
      rows.map(([what, time, goal]) => [what, bold(time, time < 100 ? 1 : 0), goal]),
    );
    report.text(await queueText());
  },
};

async function timeOfLogs(folder: string): Promise<number> {
  const { times } = await alternate(
    { times: (round) => timeOf(() => run(logFlow(logTasks), join(folder, `${round}`))) },
    { rounds },
  );
  return median(times);
}

async function overheadOfShell(folder: string): Promise<number> {
  const runShells = async () => {
    for (let task = 0; task < shellTasks; task++) await once(spawn('sh', ['-c', 'true'], { stdio: 'ignore' }), 'exit');
  };
  const { flows, shells } = await alternate(
    {
      flows: (round) => timeOf(() => run(shellFlow(shellTasks), join(folder, `${round}`))),
      shells: () => timeOf(runShells),
    },
    { rounds },
  );
  return median(flows.map((time, round) => (time - (shells[round] ?? NaN)) / shellTasks));
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Checks, plans and runs a flow. */
async function run(text: string, folder: string): Promise<void> {
  await runPlan(await planOf(text), folder);
}

/** A file on the command line, against a Node.js that does nothing. */
async function timesOfCommand(folder: string): Promise<(readonly [what: string, time: number, goal: string])[]> {
  const file = join(folder, 'hello.yaml');
  writeFileSync(file, helloFlow);
  const first: number[] = [];
  const flowgate = (command: string) => () =>
    timeOf(() => runNode(['scripts/flowgate.mjs', command, file], (time) => command === 'run' && first.push(time)));
  const { floor, validate, whole } = await alternate(
    { floor: () => timeOf(() => runNode(['-e', '0'])), validate: flowgate('validate'), whole: flowgate('run') },
    { rounds, warmUp: 1 },
  );
  return [
    ['`node -e 0`, as a floor', median(floor), ''],
    ['`flowgate validate hello.yaml`', median(validate), '< 150'],
    ['`flowgate run hello.yaml`, until its first task prints', median(first.slice(1)), '< 250'],
    ['`flowgate run hello.yaml`, to its end', median(whole), '< 250'],
  ];
}

/** @param onOutput called with the time in milliseconds until the first output */
async function runNode(args: readonly string[], onOutput?: (milliseconds: number) => void): Promise<void> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => onOutput?.(performance.now() - start));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

/** Executions that are queued at once on a gateway that runs them itself. */
async function queueText(): Promise<string> {
  const settings = { FLOWGATE_ENGINE: 'local', FLOWGATE_LOCAL_EXECUTORS: String(executors) };
  return withGateway(settings, async ({ url }) => {
    await storeFlow(url, queuedFlow);
    const ids = await Promise.all(Array.from({ length: executions }, () => runFlow(url, 'queued')));
    const ended = [];
    for (const id of ids) ended.push(await untilEnded(url, id));
    const times = ended.map(({ startedAt = '', endedAt = '' }) => ({
      start: Date.parse(startedAt),
      end: Date.parse(endedAt),
    }));
    const time = Math.max(...times.map(({ end }) => end)) - Math.min(...times.map(({ start }) => start));
    const busy = times.reduce((sum, { start, end }) => sum + end - start, 0) / (executors * time);
    const lost = ended.filter(({ state }) => state !== 'SUCCESS').length;
    return `${executions} executions of 0.2 seconds, queued at once on a gateway with ${executors} executors: ${lost === 0 ? 'none' : lost} lost. The
executors were busy for ${bold(100 * busy)}% of the ${(time / 1000).toFixed(1)} seconds between the first start and the last end.`;
  });
}

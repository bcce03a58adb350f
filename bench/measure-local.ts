import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { loadLanguageOptions } from '../src/cli/flows/load-language-options.ts';
import { LocalExecution } from '../src/engines/local/shell/local-execution.ts';
import { searchesAtOnce } from '../src/language/expressions/search-at-once.ts';
import { checkFlow } from '../src/language/flow/check-flow.ts';
import { planFlow } from '../src/execution-plan/plan-flow.ts';
import { median } from './median.ts';
import { helloFlow, logFlow, shellFlow } from './sample-flows.ts';

/** A measured time of the engine of this machine, in milliseconds of wall-clock time. */
export interface LocalTime {
  readonly what: string;
  readonly time: number;
  readonly goal: string;
}

const rounds = 5;
const logTasks = 1000;
const shellTasks = 50;

/** @param folder an empty folder for workspaces */
export async function measureLocal(folder: string): Promise<readonly LocalTime[]> {
  return [
    { what: `a flow of ${logTasks} Log tasks`, time: await timeOfLogs(join(folder, 'logs')), goal: '< 2000' },
    {
      what: 'a Shell task, more than `sh -c` alone',
      time: await overheadOfShell(join(folder, 'shell')),
      goal: '< 30',
    },
    ...(await timesOfCommand(folder)),
  ];
}

async function timeOfLogs(folder: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run(logFlow(logTasks), join(folder, `${round}`));
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Rounds alternate, so that other programs slow both down. */
async function overheadOfShell(folder: string): Promise<number> {
  const differences: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run(shellFlow(shellTasks), join(folder, `${round}`));
    const between = performance.now();
    for (let task = 0; task < shellTasks; task++) await once(spawn('sh', ['-c', 'true'], { stdio: 'ignore' }), 'exit');
    differences.push((2 * between - start - performance.now()) / shellTasks);
  }
  return median(differences);
}

/** Checks, plans and runs a flow. */
async function run(text: string, folder: string): Promise<void> {
  const language = await loadLanguageOptions({ FLOWGATE_MAX_FLOW_BYTES: String(4 * 1024 * 1024) });
  const { flow } = checkFlow({ text, format: 'yaml' }, language);
  if (flow === undefined) throw new Error('A flow of the benchmark has errors');
  const { plan } = planFlow(flow, undefined, language);
  const execution = new LocalExecution({
    plan,
    passed: new Map(),
    secrets: [],
    folder,
    artifacts: { folder: join(folder, 'artifacts') },
    openFile: async () => Readable.from([]),
    report: { task: () => undefined, log: () => undefined },
    searches: searchesAtOnce,
  });
  const { state, reason } = await execution.run();
  await execution.remove();
  if (state !== 'SUCCESS') throw new Error(`A flow of the benchmark ended as ${state}: ${reason}`);
}

/** A file on the command line: until its first line, and to its end. */
async function timesOfCommand(folder: string): Promise<readonly LocalTime[]> {
  const file = join(folder, 'hello.yaml');
  writeFileSync(file, helloFlow);
  const first: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const child = spawn(process.execPath, ['scripts/flowgate.mjs', 'run', file], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => first.push(performance.now() - start));
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) throw new Error(`flowgate run ended with ${status}`);
    whole.push(performance.now() - start);
  }
  return [
    { what: '`flowgate run hello.yaml`, until its first task prints', time: median(first), goal: '< 500' },
    { what: '`flowgate run hello.yaml`, to its end', time: median(whole), goal: '< 1000' },
  ];
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runFlow, storeFlow, untilEnded } from '../rig/gateway-calls.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { planOf, runPlan } from '../rig/local-executions.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { alternate, cpuTimeOf, median } from '../rig/statistics.ts';
import { logFlow, loopFlow } from '../samples/sample-flows.ts';

const rounds = 15;
const items = 1000;
const shellItems = 100;
const napSeconds = 0.2;
const concurrency = 8;
const executions = 30;

const logTask = '{id: step, type: dev.vendor.plugin.core.log.Log, message: "step"}';
const napTask = `{id: nap, type: dev.vendor.plugin.core.shell.Shell, script: sleep ${napSeconds}}`;

export const blocks: Part = {
  name: 'blocks',
  title: 'Blocks on this machine',
  description: `The execution of a planned flow: ${items} items with one Log task against a list of ${items} Log tasks, in CPU time; medians of
${rounds} runs. Items with \`sleep ${napSeconds}\`, ${concurrency} at once, against the time that these naps need at least.`,
  run: async (report) => {
    const { list, loop } = await inTemporaryFolder(timesOfLogs);
    const { naps, plain } = await inTemporaryFolder(timesOfNaps);
    const least = (1000 * shellItems * napSeconds) / concurrency;
    const ratio = median(loop) / median(list);
    report.table('what | result | goal', [
      [`${items} Log tasks in a list (ms of CPU)`, bold(median(list), 1), ''],
      [`${items} items with a Log task (ms of CPU)`, bold(median(loop), 1), ''],
      ['ratio', bold(ratio, 2), '≤ 2'],
      [
        `${shellItems} items of ${napSeconds} s, ${concurrency} at once (s)`,
        bold(median(naps) / 1000, 2),
        `≥ ${least / 1000}`,
      ],
      ['the same as plain processes (s)', bold(median(plain) / 1000, 2), `≥ ${least / 1000}`],
      ['executor busy (%)', bold((100 * least) / median(naps), 1), '≥ 90'],
    ]);
    report.check('the ratio of a loop to a list', ratio > 2 && ratio.toFixed(2));
    report.text(await memoryText());
  },
};

async function timesOfLogs(folder: string): Promise<Record<'list' | 'loop', readonly number[]>> {
  const list = await planOf(logFlow(items));
  const loop = await planOf(loopFlow('loop', items, logTask));
  return alternate(
    {
      list: (round) => cpuTimeOf(() => runPlan(list, join(folder, `list-${round}`))),
      loop: (round) => cpuTimeOf(() => runPlan(loop, join(folder, `loop-${round}`))),
    },
    { rounds, warmUp: 2 },
  );
}

async function timesOfNaps(folder: string): Promise<Record<'naps' | 'plain', readonly number[]>> {
  const plan = await planOf(loopFlow('naps', shellItems, napTask, concurrency));
  return alternate({ naps: (round) => runPlan(plan, join(folder, `${round}`)), plain: timeOfPlainNaps }, { rounds: 5 });
}

/** The same naps as plain processes: they show how busy the machine is. */
async function timeOfPlainNaps(): Promise<number> {
  const start = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next++ < shellItems) await once(spawn('sh', ['-c', `sleep ${napSeconds}`], { stdio: 'ignore' }), 'exit');
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return performance.now() - start;
}

/** Loops one after another on a gateway: its memory after garbage collection. */
async function memoryText(): Promise<string> {
  return withGateway({ FLOWGATE_ENGINE: 'local' }, async ({ url, sample }) => {
    await storeFlow(url, loopFlow('loop', items, logTask));
    const sizes: number[] = [];
    let time = 0;
    for (let count = 1; count <= executions; count++) {
      const start = performance.now();
      const { state } = await untilEnded(url, await runFlow(url, 'loop'));
      time += performance.now() - start;
      if (state !== 'SUCCESS') throw new Error(`An execution of the benchmark ended as ${state}`);
      if (count % 10 === 0) sizes.push((await sample({ collect: true })).heapUsed / 1024 / 1024);
    }
    return `${executions} executions of ${items} items on a gateway, one after another, took ${(time / executions / 1000).toFixed(2)} s each. Its heap after
every tenth: ${sizes.map((size) => bold(size, 1)).join(', ')} MiB.`;
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { runFlow, storeFlow, succeed, untilEnded } from '../rig/gateway-calls.ts';
import { withRedis, type MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import type { Program } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { alternate, median, ratioOf } from '../rig/statistics.ts';

const rounds = 15;
const waiting = Number(process.env.FLOWGATE_BENCH_WAITS ?? 2_000);
const portion = 50;
// What follows the last start, such as garbage collection, does not belong to the waits.
const settleMilliseconds = 20_000;

const log = (id: string): string => `  - {id: ${id}, type: dev.vendor.plugin.core.log.Log, message: ${id}}\n`;
const head = (id: string): string => `id: ${id}\nnamespace: bench\ndescription: Waits.\ntasks:\n`;
const approval = '  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Go on?}\n';
const signal = '  - {id: wait, type: dev.vendor.plugin.core.flow.Wait, signal: go, timeout: 48h}\n';

export const waits: Part = {
  name: 'waits',
  title: 'Approvals and waits on this machine',
  description: `From a decision to the start of the next task, against the time from the request for a new execution of the same flow to the start of
its first task, as the record shows them; medians of ${rounds} rounds. Then the memory of ${waiting} executions that wait, and the CPU time of
the gateway while they do.`,
  run: async (report) => {
    await withRedis((redis) =>
      withGateway({ FLOWGATE_ENGINE: 'local', ...redis.environment }, async (gateway) => {
        const { url } = gateway;
        await storeFlow(url, head('asks') + log('first') + approval + log('second'));
        let ids: string[] = [];
        const times = await alternate(
          {
            start: async () => {
              const before = Date.now();
              const id = await runFlow(url, 'asks');
              ids = [id];
              const { tasks } = await untilWaiting(url, id);
              return startOf(tasks, 'first') - before;
            },
            decision: async () => {
              const [id = ''] = ids;
              const before = Date.now();
              await succeed(url, {
                method: 'POST',
                path: `/executions/${id}/decision`,
                body: { task: 'ask', decision: 'APPROVE' },
              });
              const { tasks } = await untilEnded(url, id);
              return startOf(tasks, 'second') - before;
            },
          },
          { rounds, warmUp: 3 },
        );
        const ratio = ratioOf(times.decision, times.start);
        report.table('what | result | goal', [
          ['from the request to the first task (ms)', bold(median(times.start)), ''],
          ['from the decision to the next task (ms)', bold(median(times.decision)), ''],
          ['ratio', bold(ratio, 2), '≤ 1.2'],
        ]);
        report.check('the ratio of a decision to a new execution', ratio > 1.2 && ratio.toFixed(2));
        report.text(await memoryText(gateway, redis));
      }),
    );
  },
};

async function memoryText({ url, sample, cpuTime }: Program, redis: MeasuredRedis): Promise<string> {
  await storeFlow(url, head('waits') + log('first') + signal);
  const sampled = async () => ({ heap: (await sample({ collect: true })).heapUsed, redis: await redis.memory() });
  const load = async () => {
    const before = [await cpuTime(), await redis.cpuTime()];
    await pause(10_000);
    return [await cpuTime(), await redis.cpuTime()].map((time, index) => (time - before[index]!) / 100);
  };
  const idleLoad = await load();
  const idle = await sampled();
  for (let count = 0; count < waiting; count += portion) {
    await Promise.all(Array.from({ length: portion }, () => runFlow(url, 'waits')));
    while ((await waitingCount(url)) < count + portion) await pause(50);
  }
  const full = await sampled();
  const share = (bytes: number): string => bold(bytes / waiting / 1024, 1);
  await pause(settleMilliseconds);
  const [gatewayLoad = 0, redisLoad = 0] = await load();
  return `${waiting} executions that wait take ${share(full.heap - idle.heap)} KiB of the gateway's heap and ${share(full.redis - idle.redis)} KiB of Redis each. While
they wait, the gateway uses ${bold(gatewayLoad, 1)} % of a core (${bold(idleLoad[0] ?? 0, 1)} % before there were any), and Redis ${bold(redisLoad, 1)} % (${bold(idleLoad[1] ?? 0, 1)} %).`;
}

async function waitingCount(url: string): Promise<number> {
  const { text } = await succeed(url, { path: '/metrics' });
  return Number(/^flowgate_waiting_executions\{kind="signal"\} (\S+)$/m.exec(text)?.[1] ?? 0);
}

async function untilWaiting(url: string, id: string): Promise<Schema<'Execution'>> {
  for (;;) {
    const { text } = await succeed(url, { path: `/executions/${id}` });
    const execution = JSON.parse(text) as Schema<'Execution'>; // per the contract
    if (execution.waitingFor !== undefined) return execution;
    await pause(20);
  }
}

function startOf(tasks: Schema<'Execution'>['tasks'], path: string): number {
  return Date.parse(tasks?.find((task) => task.path === path)?.startedAt ?? '');
}

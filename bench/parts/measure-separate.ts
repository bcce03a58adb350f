import { setTimeout as pause } from 'node:timers/promises';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { runFlow, storeFlow, succeed, untilEnded } from '../rig/gateway-calls.ts';
import { withRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';

/** A matrix of this many rows and columns, whose combinations are the items. */
const side = Number(process.env.FLOWGATE_BENCH_SEPARATE ?? 100);
const children = side * side;
const concurrency = 50;
const list = `[${Array.from({ length: side }, (_, index) => index).join(', ')}]`;

const child = `id: child
namespace: bench
description: Says one thing.
inputs: [{id: name, type: STRING}]
tasks: [{id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.name }}"}]
outputs: [{id: name, type: STRING, value: "{{ inputs.name }}"}]
`;
const parent = `id: parent
namespace: bench
description: Starts many.
tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    matrix: {row: ${list}, column: ${list}}
    key: "{{ items.all.row }}-{{ items.all.column }}"
    concurrency: ${concurrency}
    max_items: ${children}
    tasks:
      - id: one
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: bench
        flowId: child
        separate: true
        inputs: {name: "{{ items.all.row }}"}
        outputSchema: {name: {type: STRING}}
    outputs: [{id: names, type: STRING, value: "{{ task_outputs.one.name }}"}]
`;

export const separate: Part = {
  name: 'separate',
  title: 'Executions of their own in a loop',
  description: `One ForEach starts ${children} executions on this machine, ${concurrency} at a time, each with one task that prints a message. The delay is the
max of the event loop of the gateway, which also runs the tasks.`,
  run: async (report) => {
    await withRedis((redis) =>
      withGateway(
        { FLOWGATE_ENGINE: 'local', FLOWGATE_LOCAL_EXECUTORS: '20', ...redis.environment },
        async (gateway) => {
          const { url } = gateway;
          await storeFlow(url, child);
          await storeFlow(url, parent);
          await pause(2_000);
          const idle = await gateway.sample({ collect: true });
          const before = { time: Date.now(), cpu: await gateway.cpuTime(), redis: await redis.cpuTime() };
          const id = await runFlow(url, 'parent');
          const { state, tasks } = await untilEnded(url, id);
          const seconds = (Date.now() - before.time) / 1000;
          const cpu = (await gateway.cpuTime()) - before.cpu;
          const redisCpu = (await redis.cpuTime()) - before.redis;
          const { maxDelay, maxUsed, maxRss } = await gateway.sample();
          const { heapUsed } = await gateway.sample({ collect: true });
          report.table('what | result', [
            ['executions per second', bold(children / seconds, 1)],
            ['CPU time of the gateway for each (ms)', bold(cpu / children, 2)],
            ['CPU time of Redis for each (ms)', bold(redisCpu / children, 2)],
            ['max delay of the event loop (ms)', bold(maxDelay)],
            ['the same in CPU time (ms)', bold(maxUsed)],
            ['growth of the heap (MiB)', bold((heapUsed - idle.heapUsed) / 1024 ** 2, 1)],
            ['max resident memory (MiB)', bold(maxRss / 1024 ** 2)],
            ['record of the parent (bytes)', bold((await recordOf(url, id)).length)],
          ]);
          report.check('the loop succeeded', state !== 'SUCCESS' && state);
          const { succeeded } = tasks?.[0]?.items ?? {};
          report.check('each item has one execution', succeeded !== children && `${succeeded} succeeded`);
          const count = await childCount(url, id);
          report.check('no item has two', count !== children && `${count} executions`);
        },
      ),
    );
  },
};

async function recordOf(url: string, id: string): Promise<string> {
  return (await succeed(url, { path: `/executions/${id}` })).text;
}

async function childCount(url: string, id: string): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { text } = await succeed(url, { path: `/executions?parent=${id}&limit=100${cursor && `&cursor=${cursor}`}` });
    const page = JSON.parse(text) as { executions: readonly Schema<'Execution'>[]; nextCursor?: string }; // per the contract
    count += page.executions.length;
    cursor = page.nextCursor;
  }
  return count;
}

import type { Redis } from 'ioredis';
import { newExecutionId } from '../../src/execution/record/execution-id.ts';
import { redisKey } from '../../src/store/redis/redis-key.ts';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { sourceDigest } from '../../src/store/revisions/source-digest.ts';
import { requestTimes } from '../rig/load.ts';
import { withRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { production } from './measure-http.ts';
import { revisionOf } from './measure-lists.ts';

const storedFlows = Number(process.env.FLOWGATE_BENCH_FLOWS ?? 100_000);
const storedExecutions = Number(process.env.FLOWGATE_BENCH_EXECUTIONS ?? 1_000_000);
const namespaces = 200;
const portion = 1_000;
const goal = 300;
const now = Date.now();
const sha256 = sourceDigest(Buffer.from('bench'));

const requests: readonly { readonly what: string; readonly path: (round: number) => string }[] = [
  { what: 'the overview', path: () => '/home' },
  {
    what: 'the overview of a namespace, with favourites',
    path: (round) => `/home?namespace=${namespaceOf(round)}&flow=${namespaceOf(round)}/flow-${round}`,
  },
  { what: 'a word that most flows have', path: () => '/flows?search=flow&limit=50' },
  { what: 'a word that one flow has', path: (round) => `/flows?search=push-${round * 317}&include=lastExecution` },
  { what: 'three words', path: (round) => `/flows?search=docker%20${round}%20owner` },
  { what: 'eight words that no flow has', path: (round) => `/flows?search=${'flow%20'.repeat(7)}none${round}` },
  { what: 'a word, latest change first', path: (round) => `/flows?search=${round}&sort=-updated` },
  { what: 'the namespaces', path: () => '/namespaces' },
  { what: 'the latest executions', path: () => '/executions' },
  { what: 'the failed executions', path: () => '/executions?state=FAILED' },
  {
    what: 'the executions of a flow, in brief',
    path: (round) => `/flows/${namespaceOf(round)}/flow-${round}/executions`,
  },
];

export const home: Part = {
  name: 'home',
  title: 'The overview and the search',
  description: `Requests to a gateway with ${storedFlows.toLocaleString('en')} flows and ${storedExecutions.toLocaleString('en')} executions, one after the other. The goal is ${goal} ms for the 99th percentile. The
first search of a process reads all flows.`,
  run: (report) =>
    withRedis(async ({ environment, connection, memory }) => {
      const settings = { ...production, ...environment, FLOWGATE_ENGINE: 'local' };
      await withGateway(settings, async () => undefined); // the first start gives the store its format
      await storeFlows(connection);
      await storeExecutions(connection);
      report.figure('memory of Redis', `${((await memory()) / 2 ** 20).toFixed(0)} MiB`);
      await withGateway(settings, async ({ url, sample }) => {
        const before = (await sample({ collect: true })).heapUsed;
        const start = performance.now();
        await (await fetch(`${url}/home`)).text();
        report.figure('the first overview', `${(performance.now() - start).toFixed(0)} ms`);
        const rows = [];
        for (const { what, path } of requests) {
          const { median, p99, longest } = await requestTimes((round) => url + path(round));
          rows.push([what, median.toFixed(1), bold(p99, 1), longest.toFixed(1)]);
          report.check(what, p99 > goal && `${p99.toFixed(0)} ms`);
        }
        report.table('request | median (ms) | 99% (ms) | max (ms)', rows);
        const heap = (await sample({ collect: true })).heapUsed - before;
        report.figure('heap of the catalogue', `${(heap / 2 ** 20).toFixed(0)} MiB`);
      });
    }),
};

function namespaceOf(number: number): string {
  return `team-${String(number % namespaces).padStart(3, '0')}`;
}

async function storeFlows(redis: Redis): Promise<void> {
  const store = new RedisRevisionStore(redis);
  for (let first = 0; first < storedFlows; first += portion) {
    const numbers = Array.from({ length: Math.min(portion, storedFlows - first) }, (_, index) => first + index);
    await Promise.all(
      numbers.map((number) => {
        const key = { namespace: namespaceOf(number), id: `flow-${number}` };
        return store.create({
          ...revisionOf(key, `id: ${key.id}\nnamespace: ${key.namespace}\n`),
          description: 'Builds an image every night, and tells the team.',
          labels: { owner: String(number % 1_000) },
          tasks: ['build', 'test', `push-${number}`, 'tell'].map((id) => ({ id, type: `docker.${id}` })),
          time: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
        });
      }),
    );
  }
}

// As the scripts of the store leave an ended execution, without its source and its log.
const storeScript = `
for index = 1, #ARGV, 6 do
  local id, namespace, flow, state, created, ended = unpack(ARGV, index, index + 5)
  local accepted = cjson.encode({ id = id, flow = { namespace = namespace, id = flow }, revision = 1, actor = 'bench' })
  accepted = string.sub(accepted, 1, -2) .. ',"subflows":[],"labels":{},"inputs":{},"messages":[]}'
  redis.call('HSET', '{flowgate}:execution:' .. id, 'namespace', namespace, 'flowId', flow, 'state', state,
    'accepted', accepted, 'labels', '{}', 'sha256', '${sha256}', 'number', index, 'waiting', '', 'attempts', 1,
    'history', 'CREATED ' .. created .. '\\n' .. state .. ' ' .. ended)
  if state == 'FAILED' then
    redis.call('HSET', '{flowgate}:execution:' .. id, 'reason', 'Task test failed', 'failedTask', 'test')
    for _, scope in ipairs({ '*', namespace }) do
      redis.call('ZADD', '{flowgate}:executions:failed:' .. scope, 0, ended .. ' ' .. id)
      redis.call('ZREMRANGEBYRANK', '{flowgate}:executions:failed:' .. scope, 0, -10001)
    end
  end
  for _, scope in ipairs({ 'all', 'namespace:' .. namespace, 'flow:' .. namespace .. '/' .. flow, 'state:' .. state }) do
    redis.call('ZADD', '{flowgate}:executions:' .. scope, 0, id)
  end
  for _, scope in ipairs({ '*', namespace }) do
    redis.call('HINCRBY', '{flowgate}:executions:days:' .. string.sub(ended, 1, 10), scope .. ' ' .. state, 1)
  end
end`;

/** Over 30 days, every tenth one failed. */
async function storeExecutions(redis: Redis): Promise<void> {
  const step = (30 * 24 * 60 * 60 * 1000) / storedExecutions;
  for (let first = 0; first < storedExecutions; first += portion) {
    const values: string[] = [];
    for (let number = first; number < Math.min(first + portion, storedExecutions); number++) {
      const created = new Date(now - (storedExecutions - number) * step);
      const flow = number % storedFlows;
      const state = number % 10 === 0 ? 'FAILED' : 'SUCCESS';
      const times = [created, new Date(created.getTime() + 1)].map((time) => time.toISOString());
      values.push(newExecutionId(created), namespaceOf(flow), `flow-${flow}`, state, ...times);
    }
    await redis.eval(storeScript, 1, redisKey.executionIndex('all'), ...values);
  }
}

import { namespaceOf, namespaces, storeExecutions, storeFlows } from '../rig/large-store.ts';
import { requestTimes } from '../rig/load.ts';
import { withRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { executionLists, type ListRequest } from './execution-lists.ts';
import { production } from './measure-http.ts';

const size = {
  flows: Number(process.env.FLOWGATE_BENCH_FLOWS ?? 10_000),
  executions: Number(process.env.FLOWGATE_BENCH_EXECUTIONS ?? 50_000),
};
const goal = 300;
const flowOf = (round: number) => `flow_id=flow-${round}&namespace=${namespaceOf(round)}`;

const requests: readonly ListRequest[] = [
  { what: 'the floor: a request that reads nothing', path: () => '/healthz' },
  { what: 'the overview', path: () => '/home' },
  {
    what: 'the overview of a namespace, with favourites',
    path: (round) => `/home?namespace=${namespaceOf(round)}&flow=${namespaceOf(round)}/flow-${round}`,
  },
  { what: 'the flows, as the console lists them', path: () => '/flows?include=lastExecution&include=nextAt' },
  { what: 'a word that most flows have', path: () => '/flows?search=flow&limit=50' },
  { what: 'a word that one flow has', path: (round) => `/flows?search=push-${round * 31}&include=lastExecution` },
  {
    what: 'two words, in the palette',
    path: (round) => `/flows?search=flow%20${round}&include=lastExecution&limit=30`,
  },
  { what: 'eight words that no flow has', path: (round) => `/flows?search=${'flow%20'.repeat(7)}none${round}` },
  { what: 'a word, latest change first', path: (round) => `/flows?search=${round}&sort=-updated` },
  { what: 'the namespaces', path: () => '/namespaces' },
  ...executionLists,
  { what: 'pending executions, of which there are none', path: () => '/executions?state=CREATED&state=QUEUED' },
  { what: 'running executions', path: () => '/executions?state=RUNNING' },
  { what: 'the approvals of the caller', path: () => '/executions?waiting_for=mine' },
  {
    what: 'two filters with nothing in common',
    path: (round) => `/executions?label=owner:${round + 1}&namespace=${namespaceOf(round)}`,
  },
  { what: 'killed executions of a flow', path: (round) => `/executions?${flowOf(round)}&state=KILLED` },
  { what: '500 of them, in the palette', path: () => `/flows/${namespaceOf(0)}/flow-0/executions?limit=500` },
  { what: 'the metrics', path: () => '/metrics' },
];

export const home: Part = {
  name: 'home',
  title: 'The overview, the search and the lists of executions',
  description: `Requests to a gateway with ${size.flows.toLocaleString('en')} flows in ${namespaces.toLocaleString('en')} namespaces and ${size.executions.toLocaleString('en')} executions, one after the other. The goal is
${goal} ms for the 99th percentile. \`FLOWGATE_BENCH_FLOWS\` and \`FLOWGATE_BENCH_EXECUTIONS\` set the numbers.`,
  run: (report) =>
    withRedis(async ({ environment, connection, memory }) => {
      await connection.config('SET', 'appendonly', 'no'); // only reads are measured
      const settings = { ...production, ...environment, FLOWGATE_ENGINE: 'local' };
      await withGateway(settings, async () => undefined); // the first start gives the store its format
      await storeFlows(connection, size);
      await storeExecutions(connection, size);
      report.figure('memory of Redis', `${((await memory()) / 2 ** 20).toFixed(0)} MiB`);
      const beforeStart = performance.now();
      await withGateway(settings, async ({ url, sample }) => {
        report.figure('the start', `${(performance.now() - beforeStart).toFixed(0)} ms`);
        const start = performance.now();
        await (await fetch(`${url}/home`)).text();
        report.figure('the first overview, immediately after it', `${(performance.now() - start).toFixed(0)} ms`);
        const rows = [];
        for (const { what, path } of requests) {
          const { median, p99, longest } = await requestTimes((round) => url + path(round));
          rows.push([what, median.toFixed(1), bold(p99, 1), longest.toFixed(1)]);
          report.check(what, p99 > goal && `${p99.toFixed(0)} ms`);
        }
        report.table('request | median (ms) | 99% (ms) | max (ms)', rows);
        report.figure(
          'heap of the gateway',
          `${((await sample({ collect: true })).heapUsed / 2 ** 20).toFixed(0)} MiB`,
        );
      });
    }),
};

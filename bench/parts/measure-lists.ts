import { connectRedis } from '../../src/store/redis/connect-redis.ts';
import { OwnRedisServer } from '../../src/store/redis/own-redis-server.ts';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { isReady } from '../../test/support/redis.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { requestTimes } from '../rig/load.ts';
import { bold, type Part } from '../rig/part.ts';
import { revisionOf } from '../rig/revision-of.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { production } from './measure-http.ts';

const storedFlows = 100_000;
const namespaces = 200;

/** The lists; their paths differ from request to request. */
const lists: readonly { readonly what: string; readonly path: (round: number) => string }[] = [
  { what: 'the first page', path: () => '/flows' },
  { what: 'a page far from the start', path: (round) => `/flows?cursor=${cursorBehind(round)}` },
  { what: 'the flows of a namespace', path: (round) => `/flows/team-${padded(round % namespaces, 3)}` },
  {
    what: 'an id prefix with few matches',
    path: (round) => `/flows?q=flow-${padded((round * 331) % storedFlows, 6)}`,
  },
  { what: 'an id prefix with many matches', path: (round) => `/flows?q=flow-0${round % 10}&sort=id` },
  { what: 'a namespace prefix', path: (round) => `/flows?q=team-${round % 2}` },
  { what: 'a label that half of the flows have', path: (round) => `/flows?label=kind:${round % 2}&sort=-updated` },
  { what: 'two labels', path: (round) => `/flows?label=kind:${round % 2}&label=owner:${round % 1_000}` },
  { what: 'no matches', path: (round) => `/flows?q=none-${round}` },
  {
    what: 'an id prefix, most recent change first',
    path: (round) => `/flows?q=flow-0${padded(round % 1_000, 3)}&sort=-updated`,
  },
];

export const listing: Part = {
  name: 'lists',
  title: 'Lists',
  description: `Lists of ${storedFlows.toLocaleString('en')} flows over HTTP, 50 per page, with sequential requests. The goal is a 99th percentile below 50 ms.`,
  run: (report) =>
    inTemporaryFolder(async (folder) => {
      const settings = { ...production, FLOWGATE_DATA: folder };
      await withGateway(settings, async () => undefined); // the first start gives the store its format
      await fill(folder);
      await withGateway(settings, async ({ url }) => {
        const rows = [];
        for (const { what, path } of lists) {
          const { median, p99, longest } = await requestTimes((round) => url + path(round));
          rows.push([what, median.toFixed(1), bold(p99, 1), longest.toFixed(1)]);
        }
        report.table('list | median (ms) | 99% (ms) | max (ms)', rows);
      });
    }),
};

/** Stores flows without checking them; lists read only their summaries. */
async function fill(dataFolder: string): Promise<void> {
  const server = await OwnRedisServer.start({
    dataFolder,
    report: () => undefined,
    onLost: (error) => {
      throw error;
    },
  });
  const redis = connectRedis({ socketPath: server.socketPath }, () => undefined);
  const store = new RedisRevisionStore(redis);
  await isReady(redis);
  for (let first = 0; first < storedFlows; first += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.create(writeOf(first + index))));
  }
  redis.disconnect();
  await server.stop();
}

function writeOf(number: number) {
  const [namespace, id] = [`team-${padded(number % namespaces, 3)}`, `flow-${padded(number, 6)}`];
  return {
    ...revisionOf({ namespace, id }, `id: ${id}\nnamespace: ${namespace}\n`),
    description: 'A flow of the bench.',
    labels: { kind: String(number % 2), owner: String(number % 1_000) },
    time: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
  };
}

function cursorBehind(round: number): string {
  return Buffer.from(`0 team-${padded(round % namespaces, 3)} flow-050000`).toString('base64url');
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

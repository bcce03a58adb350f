import { join } from 'node:path';
import { connectRedis } from '../src/store/redis/connect-redis.ts';
import { OwnRedisServer } from '../src/store/redis/own-redis-server.ts';
import { RedisRevisionStore } from '../src/store/revisions/redis-revision-store.ts';
import { startMeasuredServer } from './measured-server.ts';
import { requestTimes, type RequestTimes } from './request-times.ts';

/** Response times of lists over HTTP in milliseconds, with sequential requests. */
export interface ListTime extends RequestTimes {
  readonly what: string;
}

export const storedFlows = 100_000;

const namespaces = 200;
const projectFolder = join(import.meta.dirname, '..');

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

/** Fills a Redis in `folder` with flows and measures the lists of a gateway. */
export async function measureLists(folder: string): Promise<readonly ListTime[]> {
  const dataFolder = join(folder, 'lists');
  await fill(dataFolder);
  const settings = { FLOWGATE_DATA: dataFolder, FLOWGATE_RATE_LIMIT: '0' };
  const server = await startMeasuredServer(
    join(projectFolder, 'dist/src/main.js'),
    3973,
    settings,
    join(folder, 'lists.log'),
  );
  try {
    const times: ListTime[] = [];
    for (const { what, path } of lists)
      times.push({ what, ...(await requestTimes((round) => server.url + path(round))) });
    return times;
  } finally {
    await server.stop();
  }
}

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
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  for (let first = 0; first < storedFlows; first += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.create(writeOf(first + index))));
  }
  redis.disconnect();
  await server.stop();
}

function writeOf(number: number): Parameters<RedisRevisionStore['create']>[0] {
  const key = { namespace: `team-${padded(number % namespaces, 3)}`, id: `flow-${padded(number, 6)}` };
  return {
    key,
    source: {
      bytes: Buffer.from(`id: ${key.id}\nnamespace: ${key.namespace}\n`),
      mediaType: 'application/x-yaml',
      format: 'yaml',
    },
    description: 'A flow of the bench.',
    labels: { kind: String(number % 2), owner: String(number % 1_000) },
    calls: [],
    schedules: [],
    disabled: false,
    actor: 'bench',
    time: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
  };
}

function cursorBehind(round: number): string {
  return Buffer.from(`0 team-${padded(round % namespaces, 3)} flow-050000`).toString('base64url');
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

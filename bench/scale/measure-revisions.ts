import { join } from 'node:path';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { startMeasuredServer } from '../measured-server.ts';
import { requestTimes, type RequestTimes } from '../request-times.ts';
import { sampleFlow } from '../sample-flows.ts';
import { startSharedRedis } from './shared-redis.ts';

/** What a store with very many revisions costs. */
export interface RevisionsCost {
  readonly revisions: number;
  /** Memory of Redis per revision, in bytes. */
  readonly bytes: number;
  /** Response times in milliseconds, over HTTP: a page of the revisions of a flow, and an old revision. */
  readonly page: RequestTimes;
  readonly old: RequestTimes;
  /** From the start of the gateway to its first response, in milliseconds. */
  readonly start: number;
}

const flows = 1_000;
const revisionsOfEach = 200;

/** Stores 200,000 revisions of 1,000 flows of ten tasks, and reads them through a gateway. */
export async function measureRevisions(folder: string): Promise<RevisionsCost> {
  const redis = await startSharedRedis(join(folder, 'revisions'), 3991);
  try {
    const store = new RedisRevisionStore(redis.connection);
    const before = await redis.memory();
    for (let revision = 1; revision <= revisionsOfEach; revision += 1) {
      await Promise.all(Array.from({ length: flows }, (_, flow) => storeRevision(store, flow, revision)));
    }
    const revisions = flows * revisionsOfEach;
    const bytes = ((await redis.memory()) - before) / revisions;
    const settings = { REDIS_URL: redis.url, FLOWGATE_DATA: join(folder, 'revisions-data'), FLOWGATE_RATE_LIMIT: '0' };
    const script = join(import.meta.dirname, '..', '..', 'dist/src/main.js');
    const startServer = () => startMeasuredServer(script, 3992, settings, join(folder, 'revisions.log'));
    await (await startServer()).stop(); // the first start gives the store its format
    const clock = performance.now();
    const server = await startServer();
    const start = performance.now() - clock;
    try {
      const flowOf = (round: number) => `${server.url}/flows/bench/flow-${(round * 37) % flows}`;
      return {
        revisions,
        bytes,
        page: await requestTimes((round) => `${flowOf(round)}/revisions`),
        old: await requestTimes((round) => `${flowOf(round)}?revision=${1 + (round % revisionsOfEach)}`),
        start,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await redis.stop();
  }
}

async function storeRevision(store: RedisRevisionStore, flow: number, revision: number): Promise<void> {
  const key = { namespace: 'bench', id: `flow-${flow}` };
  const write = {
    key,
    source: {
      bytes: Buffer.from(sampleFlow(1000 * flow + revision)),
      mediaType: 'application/x-yaml',
      format: 'yaml' as const,
    },
    labels: {},
    calls: [],
    schedules: [],
    disabled: false,
    actor: 'bench',
    time: new Date(Date.UTC(2026, 0, 1) + revision * 60_000),
  };
  await (revision === 1 ? store.create(write) : store.update(write));
}

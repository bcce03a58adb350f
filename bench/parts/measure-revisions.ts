import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { requestTimes, type RequestTimes } from '../rig/load.ts';
import type { MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type PartReport } from '../rig/part.ts';
import { revisionOf } from '../rig/revision-of.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { sampleFlow } from '../samples/sample-flows.ts';
import { production } from './measure-http.ts';

const flows = 1_000;
const revisionsOfEach = 200;

/** Stores 200,000 revisions of 1,000 flows of ten tasks, and reads them through a gateway. */
export async function measureRevisions(redis: MeasuredRedis, report: PartReport): Promise<void> {
  const settings = { ...production, ...redis.environment };
  await withGateway(settings, async () => undefined); // the first start gives the store its format
  const store = new RedisRevisionStore(redis.connection);
  const before = await redis.memory();
  for (let revision = 1; revision <= revisionsOfEach; revision += 1)
    await Promise.all(Array.from({ length: flows }, (_, flow) => storeRevision(store, flow, revision)));
  const revisions = flows * revisionsOfEach;
  const bytes = ((await redis.memory()) - before) / revisions;
  const clock = performance.now();
  await withGateway(settings, async ({ url }) => {
    const start = performance.now() - clock;
    const flowOf = (round: number) => `${url}/flows/bench/flow-${(round * 37) % flows}`;
    const page = await requestTimes((round) => `${flowOf(round)}/revisions`);
    const old = await requestTimes((round) => `${flowOf(round)}?revision=${1 + (round % revisionsOfEach)}`);
    const times = ({ median, p99 }: RequestTimes) => `${median.toFixed(1)} ms, 99%: ${bold(p99, 1)} ms`;
    report.text(`A store of ${revisions.toLocaleString('en')} revisions, each of a flow of 2 KB:`);
    report.table('what | measured', [
      ['memory of Redis per revision', `${bold(bytes / 1000, 1)} KB`],
      ['a page of the revisions of a flow', times(page)],
      ['an old revision with its source', times(old)],
      ['from the start of a gateway to its first response', `${bold(start)} ms`],
    ]);
  });
}

async function storeRevision(store: RedisRevisionStore, flow: number, revision: number): Promise<void> {
  const write = {
    ...revisionOf({ namespace: 'bench', id: `flow-${flow}` }, sampleFlow(1000 * flow + revision)),
    time: new Date(Date.UTC(2026, 0, 1) + revision * 60_000),
  };
  await (revision === 1 ? store.create(write) : store.update(write));
}

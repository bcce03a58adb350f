import { inClaimOrder, type Claim } from '../../src/lifecycle/claims.ts';
import { BullStartQueue } from '../../src/store/executions/redis/bull-start-queue.ts';
import { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPools } from '../../src/store/executions/redis/redis-pools.ts';
import { executionCreation } from '../../test/support/execution-creation.ts';
import { lifeOf } from '../../test/support/life-of.ts';
import { withRedis, type MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type Part, type PartReport } from '../rig/part.ts';
import { median, quantile } from '../rig/statistics.ts';

const lockCount = 1_000;
const waiting = Number(process.env.FLOWGATE_BENCH_LOCK_WAITS ?? 100_000);
const rounds = 2_000;
const portion = 200;
/** Fits an execution in any phase. */
const end = { name: 'controllerGone', state: 'FAILED' } as const;

export const locks: Part = {
  name: 'locks',
  title: 'Locks with many executions that wait',
  description: `${waiting.toLocaleString('en')} executions wait for ${lockCount.toLocaleString('en')} locks on one Redis; every tenth needs two of them. From the end of an
execution that holds a lock to its successor in the queue of the workers, ${rounds.toLocaleString('en')} times one after the other. The floor is the same store in the same run
with executions that claim nothing.`,
  run: (report) => withRedis((redis) => measureLocks(redis, report)),
};

async function measureLocks(redis: MeasuredRedis, report: PartReport): Promise<void> {
  const { connection } = redis;
  const store = new RedisExecutionStore(connection);
  const pools = new RedisPools(connection);
  const queue = new BullStartQueue({ connection, controllerOf: (id) => store.controllerOf(id), controllers: [] });
  const floor = await createAndEnd(store, redis);
  const empty = await redis.memory();
  const holders: string[] = [];
  for (let index = 0; index < lockCount; index++) holders.push(await create(store, index, [index]));
  const before = { cpu: await redis.cpuTime(), start: performance.now() };
  for (let count = 0; count < waiting; count += portion)
    await Promise.all(
      Array.from({ length: portion }, (_, offset) => {
        const index = (count + offset) % lockCount;
        return create(store, index, (count + offset) % 10 === 0 ? [index, (index + 7) % lockCount] : [index]);
      }),
    );
  const filled = { cpu: (await redis.cpuTime()) - before.cpu, milliseconds: performance.now() - before.start };
  const bytes = ((await redis.memory()) - empty) / waiting;
  const cpuBefore = await redis.cpuTime();
  const times: number[] = [];
  const floorTimes: number[] = [];
  const released: string[] = [];
  const life = lifeOf(store, async (id) => {
    released.push(id);
    await queue.add(id);
  });
  let started = 0;
  for (let round = 0; round < rounds; round++) {
    const holder = holders[round % holders.length] ?? '';
    const start = performance.now();
    released.length = 0;
    await life.sendTo(holder, end);
    if (released.length > 0) times.push(performance.now() - start);
    started += released.length;
    holders[round % holders.length] = released[0] ?? '';
    for (const id of released.slice(1)) holders.push(id);
    if (released.length === 0) holders.splice(round % holders.length, 1);
  }
  const releaseCpu = ((await redis.cpuTime()) - cpuBefore) / rounds;
  for (let round = 0; round < rounds; round++) {
    const [id, successor] = [await create(store, round % lockCount, []), await create(store, round % lockCount, [])];
    const start = performance.now();
    await life.sendTo(id, end);
    await queue.add(successor);
    floorTimes.push(performance.now() - start);
  }
  const names = Array.from({ length: lockCount }, (_, index): Claim['pool'] => `lock:${index}`);
  const listed = performance.now();
  await pools.uses(names);
  const listing = performance.now() - listed;
  report.table('what | result | goal', [
    ['from the end of a holder to its queued successor, median (ms)', bold(median(times), 2), ''],
    ['the same, 99% (ms)', bold(quantile(times, 0.99), 2), '≤ 50'],
    ['the longest (ms)', quantile(times, 1).toFixed(2), ''],
    [
      'the end of an execution without claims and another one queued (floor), median (ms)',
      median(floorTimes).toFixed(2),
      '',
    ],
    ['the same, 99% (ms)', quantile(floorTimes, 0.99).toFixed(2), ''],
    ['successors started per release', (started / rounds).toFixed(2), ''],
    ['CPU time of Redis per release with its successor in the queue (ms)', releaseCpu.toFixed(3), ''],
    ['of Redis per accepted execution that waits (ms)', (filled.cpu / waiting).toFixed(3), ''],
    ['of Redis per accepted execution without claims (floor, ms)', floor.create.toFixed(3), ''],
    ['of Redis per end without claims (floor, ms)', floor.end.toFixed(3), ''],
    ['Redis bytes per execution that waits', bytes.toFixed(0), ''],
    [`reading the use of ${lockCount} locks (ms)`, listing.toFixed(1), ''],
  ]);
  const p99 = quantile(times, 0.99);
  report.check('a release starts its successor in 50 ms', p99 > 50 && `99% took ${p99.toFixed(1)} ms`);
  await queue.close();
}

async function create(store: RedisExecutionStore, flow: number, names: readonly number[]): Promise<string> {
  const claims = inClaimOrder(names.map((name): Claim => ({ pool: `lock:${name}`, permits: 1, size: 1 })));
  const accepted = { flow: { namespace: 'bench', id: `flow-${flow}` } };
  const outcome = await store.create(executionCreation({ at: new Date(), accepted, claims }));
  if (outcome.outcome !== 'created') throw new Error(`not created: ${outcome.outcome}`);
  return outcome.record.id;
}

/** CPU time of Redis in milliseconds for each execution that claims nothing. */
async function createAndEnd(store: RedisExecutionStore, redis: MeasuredRedis) {
  const ids: string[] = [];
  const create0 = await redis.cpuTime();
  for (let round = 0; round < rounds; round++) ids.push(await create(store, round % lockCount, []));
  const end0 = await redis.cpuTime();
  const life = lifeOf(store);
  for (const id of ids) await life.sendTo(id, end);
  return { create: (end0 - create0) / rounds, end: ((await redis.cpuTime()) - end0) / rounds };
}

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlowKey } from '../../../../src/language/flow/flow-key.ts';
import { iterateExecutions } from '../../../../src/store/executions/iterate-executions.ts';
import {
  maxUnstarted,
  type ExecutionCreation,
  type ExecutionQuery,
  type PendingLimits,
} from '../../../../src/store/executions/record/execution-store.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPools } from '../../../../src/store/executions/redis/redis-pools.ts';
import { RedisLeases } from '../../../../src/store/leases/redis-leases.ts';
import { maxPageBytes } from '../../../../src/store/redis/read-hashes.ts';
import { RedisRevisionStore } from '../../../../src/store/revisions/redis-revision-store.ts';
import { createdExecution, executionCreation } from '../../../support/execution-creation.ts';
import { endedIn, endFrom, queuedBy, tell, told, waitBegan, waitEnded } from '../../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';
import { revisionWrite } from '../../../support/revision-writes.ts';

let test: TestRedis;
let store: RedisExecutionStore;
const at = new Date('2026-02-03T04:05:06.789Z');

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

const create = (overrides?: Parameters<typeof executionCreation>[0]): Promise<string> =>
  createdExecution(store, overrides);

describe('create and apply', () => {
  it('stores the accepted execution, and the source byte for byte', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff]);
    const creation = executionCreation({
      source: { bytes, mediaType: 'text/yaml', format: 'yaml' },
      accepted: { inputs: { name: 'ü' }, labels: { team: 'a' } },
    });
    const outcome = await store.create(creation);
    const record = await store.read(creation.accepted.id);
    expect(outcome).toEqual({ outcome: 'created', record });
    expect(record).toMatchObject({
      ...creation.accepted,
      phase: 'queued',
      state: 'CREATED',
      attempts: 0,
      tasks: [],
      history: [{ state: 'CREATED', at: creation.at.toISOString() }],
    });
    expect(await store.source(creation.accepted.id)).toEqual({ bytes, mediaType: 'text/yaml', format: 'yaml' });
    expect(await store.read('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBeUndefined();
  });

  it('can require that the revision and its source are the latest ones of the flow', async () => {
    const flows = new RedisRevisionStore(test.redis);
    const outcomeOf = async (revision: number, text: string) => {
      const { source } = revisionWrite({ text });
      return (await store.create(executionCreation({ source, accepted: { revision }, isOfLatest: true }))).outcome;
    };
    expect(await outcomeOf(1, 'a')).toBe('flow-changed');
    await flows.create(revisionWrite({ text: 'a' }));
    expect(await outcomeOf(1, 'a')).toBe('created');
    expect(await outcomeOf(1, 'b')).toBe('flow-changed');
    await flows.update(revisionWrite({ text: 'b' }));
    expect(await outcomeOf(1, 'a')).toBe('flow-changed');
    expect(await outcomeOf(2, 'b')).toBe('created');
    const { key, actor, time } = revisionWrite();
    await flows.delete({ key, actor, time });
    expect(await outcomeOf(2, 'b')).toBe('flow-changed');
    expect(await store.count('CREATED')).toBe(2);
  });

  it('numbers the executions of each flow, also after a purge, and those of flows only', async () => {
    const flows = new RedisRevisionStore(test.redis);
    const numberOf = async (id: string) => (await store.read(id))?.number;
    const { key, actor, time } = revisionWrite();
    expect(await numberOf(await create())).toBeUndefined();
    await flows.create(revisionWrite());
    const ids = await Promise.all([1, 2, 3].map((day) => create({ at: new Date(`2026-01-0${day}`) })));
    expect((await Promise.all(ids.map(numberOf))).toSorted()).toEqual([1, 2, 3]);
    await store.remove(ids[0]!);
    const last = await create({ at: new Date('2026-01-04') });
    expect(await numberOf(last)).toBe(4);
    await flows.purge({ key, actor, time });
    await flows.create(revisionWrite());
    expect(await numberOf(await create({ at: new Date('2026-01-05') }))).toBe(5);
    const [brief] = (await store.recent([key], 1))[0]!;
    expect(brief).toMatchObject({ number: 5, state: 'CREATED' });
  });

  it('knows the task that failed first, also of a record that says no more of its tasks', async () => {
    const id = await create();
    const failed = (path: string, second: number) => {
      const endedAt = `2026-01-02T03:04:0${second}.000Z`;
      return { path, state: 'FAILED' as const, startedAt: '2026-01-02T03:04:00.000Z', endedAt };
    };
    const tasks = [failed('build', 9), failed('test', 7), failed('build/image', 5)];
    await told(store, id, [
      { name: 'begun', tasks },
      { name: 'finished', state: 'FAILED', reason: 'Broken' },
    ]);
    expect(await store.read(id)).toMatchObject({ failedTask: 'build/image' });
    const [brief] = (await store.recent([{ namespace: 'examples', id: 'hello' }], 1))[0]!;
    expect(brief?.failure).toEqual({ reason: 'Broken', failedTask: 'build/image' });
  });

  it('records every state with its time', async () => {
    const id = await create();
    const build = { number: 7, url: 'http://jenkins/7/' };
    await told(store, id, [
      { name: 'attempted', announcesStop: true, at },
      { name: 'enqueued', queueItem: 12, at },
      { name: 'troubled', trouble: 'slow', at },
    ]);
    expect(await store.read(id)).toMatchObject({ state: 'QUEUED', trouble: 'slow', troubleSince: at.toISOString() });
    await told(store, id, [
      { name: 'buildFound', build, at },
      { name: 'begun', at },
    ]);
    const record = await store.read(id);
    expect(record).toMatchObject({
      state: 'RUNNING',
      queueItem: 12,
      attempts: 1,
      build,
      history: [{ state: 'CREATED' }, { state: 'QUEUED' }, { state: 'RUNNING', at: at.toISOString() }],
    });
    expect(record?.trouble).toBeUndefined();
    expect((await store.inState('RUNNING', { limit: 10 })).executions).toHaveLength(1);
    expect(await store.count('CREATED')).toBe(0);
  });

  it('has times that never decrease, although a clock was ahead', async () => {
    const later = '2027-05-01T00:00:00.000Z';
    const earlier = '2026-05-01T00:00:00.000Z';
    const id = await createdExecution(store, { at: new Date('2027-04-01T00:00:00.000Z') });
    const attempts = [{ number: 1, state: 'FAILED', startedAt: later, endedAt: earlier }] as const;
    const tasks = [{ path: 'build', state: 'FAILED', startedAt: later, endedAt: earlier, attempts }] as const;
    await told(store, id, [
      { name: 'begun', tasks, at: new Date(later) },
      { name: 'finished', state: 'FAILED', at: new Date(earlier) },
    ]);
    const record = await store.read(id);
    expect(record?.history.map((change) => change.at)).toEqual(['2027-04-01T00:00:00.000Z', later, later]);
    expect(record?.tasks).toMatchObject([{ endedAt: later, attempts: [{ endedAt: later }] }]);
  });

  it('never leaves a final state, and deletes the secrets when it enters one', async () => {
    const id = await create({ secrets: { token: 'sealed' } });
    expect(await store.secrets(id)).toEqual({ token: 'sealed' });
    await told(store, id, { name: 'neverBegan', state: 'FAILED', reason: 'no', at });
    const record = await store.read(id);
    expect(record).toMatchObject({ phase: 'ended', state: 'FAILED' });
    for (const event of [
      { name: 'begun' },
      { name: 'progressed', tasks: [] },
      { name: 'finished', state: 'SUCCESS' },
      { name: 'neverBegan', state: 'SUCCESS' },
      { name: 'buildGone', state: 'SUCCESS' },
      { name: 'controllerGone', state: 'SUCCESS' },
      { name: 'stopAsked', by: 'eve' },
    ] as const)
      expect(await tell(store, id, event)).toEqual({ isApplied: false, why: 'ended', record });
    expect(await store.secrets(id)).toEqual({});
  });

  it('records the stop that was sent to a build', async () => {
    const id = await create();
    const time = at.toISOString();
    const sentStop = { force: 'term', since: time, at: time, times: 2 } as const;
    const reason = 'It stood still.';
    await told(store, id, [
      { name: 'attempted', announcesStop: true, at },
      { name: 'abandoned', reason, at },
      { name: 'stopSent', sentStop, at },
      { name: 'stopSeen', at },
    ]);
    const stopped = { abandoned: { reason, at: time }, announcesStop: true, sentStop, stoppingAt: time };
    expect(await store.read(id)).toMatchObject(stopped);
    await told(store, id, { name: 'stopSent', sentStop: undefined });
    expect((await store.read(id))?.sentStop).toBeUndefined();
    await told(store, id, [
      { name: 'stopSent', sentStop },
      { name: 'buildLost' },
      { name: 'attempted', announcesStop: false },
    ]);
    expect(await store.read(id)).toMatchObject({ announcesStop: false, sentStop: undefined, stoppingAt: undefined });
  });

  it('lists those that run on the machine of a gateway', async () => {
    const [here, ended, inJenkins] = [await create(), await create(), await create()];
    for (const id of [here, ended]) await told(store, id, { name: 'begun', engine: 'local' });
    await told(store, inJenkins, { name: 'begun' });
    await told(store, ended, { name: 'finished', state: 'FAILED' });
    expect((await store.runningOnGateways()).map(({ id }) => id)).toEqual([here]);
    await store.remove(here);
    expect(await store.runningOnGateways()).toEqual([]);
  });

  it('lets only one of many concurrent changes succeed', async () => {
    const id = await create();
    const sent = await Promise.all(Array.from({ length: 20 }, () => tell(store, id, { name: 'begun' })));
    expect(sent.filter(({ isApplied }) => isApplied)).toHaveLength(1);
    expect(sent.filter((one) => !one.isApplied && one.why === 'running')).toHaveLength(19);
  });

  it('rejects a change by a holder that lost its lease', async () => {
    const id = await create();
    const leases = new RedisLeases(test.redis);
    const first = await leases.acquire('follower', 60_000);
    expect(await leases.acquire('follower', 60_000)).toBeUndefined();
    await test.redis.del('{flowgate}:lease:follower');
    const second = await leases.acquire('follower', 60_000);
    expect(second!.token).toBeGreaterThan(first!.token);
    expect(await first!.renew()).toBe(false);
    expect(await second!.renew()).toBe(true);
    const take = (lease: typeof first) => tell(store, id, { name: 'taken' }, lease);
    const before = await store.read(id);
    expect(await take(first)).toEqual({ isApplied: false, why: 'fenced', record: before });
    expect(await store.read(id)).toEqual(before);
    expect(await take(second)).toMatchObject({ isApplied: true, record: { state: 'QUEUED' } });
  });

  it('removes all data of an execution', async () => {
    const id = await create({ accepted: { labels: { team: 'a' } }, secrets: { token: 'sealed' } });
    await store.remove(id);
    expect((await test.redis.keys('*')).filter((key) => !key.includes('slots'))).toEqual([]);
  });

  it('removes an execution, and frees its idempotency key, although the memory of Redis is full', async () => {
    const creation = executionCreation({ idempotency: { key: 'ada/k', digest: 'd', lifetimeSeconds: 60 } });
    const { id } = creation.accepted;
    await store.create(creation);
    await told(store, id, endedIn('SUCCESS'));
    await test.redis.config('SET', 'maxmemory', '1');
    await store.remove(id).finally(() => test.redis.config('SET', 'maxmemory', '0'));
    expect([await store.read(id), await store.knownRequest('ada/k')]).toEqual([undefined, undefined]);
  });

  it('still knows a build that was started by hand', async () => {
    const found = () =>
      executionCreation({
        adopted: { build: { number: 1, url: 'http://jenkins.example/1/' } },
        idempotency: { key: 'build 1', digest: 'd', lifetimeSeconds: 60 },
      });
    const creation = found();
    await store.create(creation);
    await store.remove(creation.accepted.id);
    expect(await store.create(found())).toMatchObject({ outcome: 'repeated' });
  });
});

describe('an idempotency key', () => {
  const claim = (digest: string) => executionCreation({ idempotency: { key: 'ada/k', digest, lifetimeSeconds: 60 } });

  it('identifies one execution', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.create(claim('d'))));
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    const ids = new Set(
      outcomes.map((outcome) => ('record' in outcome ? outcome.record.id : 'id' in outcome && outcome.id)),
    );
    expect(ids.size).toBe(1);
    expect(await store.create(claim('other'))).toEqual({ outcome: 'conflict', id: [...ids][0] });
    expect((await store.list(query())).executions).toHaveLength(1);
  });
});

describe('a concurrency limit', () => {
  const limited = (
    behavior: 'QUEUE' | 'CANCEL' | 'FAIL',
    limit = 2,
  ): Partial<Pick<ExecutionCreation, 'concurrency'>> => ({ concurrency: { limit, behavior } });
  /** @returns those that may start now */
  const end = async (id: string) => (await queuedBy(store, id, endFrom((await store.read(id))!))).queued;

  it('makes executions wait, and starts them in order of arrival', async () => {
    const ids: string[] = [];
    for (let second = 0; second < 4; second++)
      ids.push(await create({ ...limited('QUEUE'), at: new Date(at.getTime() + second * 1000) }));
    const phases = async () => (await Promise.all(ids.map((id) => store.read(id)))).map((record) => record!.phase);
    await told(store, ids[1]!, { name: 'begun' });
    expect(await phases()).toEqual(['queued', 'running', 'held', 'held']);
    expect(await end(ids[1]!)).toEqual([ids[2]]);
    expect(await phases()).toEqual(['queued', 'ended', 'queued', 'held']);
    expect(await end(ids[3]!)).toEqual([]);
    expect(await end(ids[0]!)).toEqual([]);
  });

  it('names an execution that holds a slot, and clears the trouble of a waiting one when it starts', async () => {
    const [first, second, third] = [
      await create(limited('QUEUE')),
      await create(limited('QUEUE')),
      await create(limited('QUEUE')),
    ];
    const pools = new RedisPools(test.redis);
    const wait = { pool: 'examples/hello', position: 0, holders: 2, since: expect.any(String) };
    const [oldest] = [first, second].toSorted();
    const holder = { id: oldest, namespace: 'examples', state: 'CREATED', at: expect.any(String) };
    expect(await pools.holds([first, third])).toEqual([undefined, { ...wait, holder }]);
    await told(store, third, { name: 'troubled', trouble: 'It waits.' });
    expect(await store.read(third)).toMatchObject({ phase: 'held', trouble: 'It waits.' });
    await end(first);
    expect(await store.read(third)).toMatchObject({
      phase: 'queued',
      trouble: undefined,
      troubleSince: undefined,
      readyAt: expect.any(String),
    });
    expect(await pools.holds([third])).toEqual([undefined]);
  });

  it.each([
    ['CANCEL', 'KILLED'],
    ['FAIL', 'FAILED'],
  ] as const)('with %s ends the next one as %s', async (behavior, state) => {
    await create(limited(behavior, 1));
    const record = await store.read(await create(limited(behavior, 1)));
    expect(record).toMatchObject({ state, history: [{ state: 'CREATED' }, { state }] });
    expect(record?.reason).toBe(
      `The flow already runs 1 execution, its maximum, and the behavior of its concurrency is ${behavior}.`,
    );
  });

  it('does not affect other flows', async () => {
    await create(limited('FAIL', 1));
    expect(
      await store.read(
        await create({ ...limited('FAIL', 1), accepted: { flow: { namespace: 'examples', id: 'other' } } }),
      ),
    ).toMatchObject({ state: 'CREATED' });
  });
});

function query(overrides: Partial<ExecutionQuery> = {}): ExecutionQuery {
  return { states: [], labels: [], limit: 50, ...overrides };
}

describe('executions of a trigger', () => {
  it('count as pending until their builds begin', async () => {
    const pending = (triggerId: string) =>
      store.pendingOfTrigger({ flow: { namespace: 'examples', id: 'hello' }, triggerId });
    const started = () => create({ accepted: { trigger: { id: 'nightly', type: 'schedule' } } });
    const ids = [await started(), await started(), await started()];
    await create({ accepted: { trigger: { id: 'pushed', type: 'webhook' } } });
    await create();
    expect(await pending('nightly')).toBe(3);
    await told(store, ids[0]!, { name: 'taken' });
    expect(await pending('nightly')).toBe(3);
    await told(store, ids[0]!, { name: 'begun' });
    await told(store, ids[1]!, { name: 'neverBegan', state: 'KILLED' });
    expect(await pending('nightly')).toBe(1);
    expect(await pending('other')).toBe(0);
    expect(await pending('pushed')).toBe(1);
  });

  it('are not created while the flow or the trigger has the max number of pending ones', async () => {
    const trigger = { id: 'pushed', type: 'webhook' } as const;
    const ids = [await create({ accepted: { trigger } }), await create()];
    const attempt = (maxPending: PendingLimits, accepted = {}) =>
      store.create(
        executionCreation({ maxPending, accepted, idempotency: { key: 'ada/k', digest: 'd', lifetimeSeconds: 60 } }),
      );
    expect(await attempt({ ofFlow: 2 })).toEqual({ outcome: 'flow-full' });
    expect(await attempt({ ofFlow: 9, ofTrigger: 1 }, { trigger })).toEqual({ outcome: 'trigger-full' });
    expect((await store.list(query())).executions).toHaveLength(2);
    expect(await store.knownRequest('ada/k')).toBeUndefined();
    await told(store, ids[0]!, { name: 'begun' });
    expect(await attempt({ ofFlow: 2, ofTrigger: 1 }, { trigger })).toMatchObject({ outcome: 'created' });
    expect(await attempt({ ofFlow: 1 }), 'what the key stands for is no further one').toMatchObject({
      outcome: 'repeated',
    });
  });

  it('that ended without a build are kept up to a limit, and all those with a build', async () => {
    const accepted = { trigger: { id: 'nightly', type: 'schedule' } as const };
    const built = await create({ accepted });
    await told(store, built, [
      { name: 'buildFound', build: { number: 1, url: 'http://jenkins/1' } },
      ...endedIn('FAILED'),
    ]);
    const waited = await create({ accepted });
    const build = { number: 2, url: 'http://jenkins/2' };
    const waitingFor = { kind: 'approval', task: 'ask', since: at.toISOString(), version: 1 } as const;
    await told(store, waited, [
      { name: 'buildFound', build },
      { name: 'begun' },
      waitBegan(waitingFor, { build }),
      waitEnded(),
      { name: 'neverBegan', state: 'FAILED' },
    ]);
    expect(await store.read(waited)).toMatchObject({ build: undefined, earlierBuilds: [build] });
    const byHand = await create({ failure: 'blocked' });
    const ids: string[] = [];
    for (let second = 0; second < maxUnstarted + 5; second++) {
      const idempotency = { key: `tick ${second}`, digest: 'd', lifetimeSeconds: 60 };
      if (second % 3 === 0) ids.push(await create({ accepted, idempotency, failure: 'blocked' }));
      else if (second % 3 === 1)
        ids.push(await create({ accepted, idempotency, concurrency: { limit: 1, behavior: 'FAIL' } }));
      else ids.push(await create({ accepted, idempotency }));
      await tell(store, ids.at(-1)!, { name: 'neverBegan', state: 'KILLED' });
    }
    const { executions } = await store.list(query());
    expect(new Set(executions.map(({ id }) => id))).toEqual(new Set([built, waited, byHand, ...ids.slice(5)]));
    expect(await store.knownRequest('tick 4'), 'the key of a removed one').toBeUndefined();
    expect(await store.knownRequest('tick 5')).toMatchObject({ id: ids[5] });
    expect(await store.pendingOfTrigger({ flow: { namespace: 'examples', id: 'hello' }, triggerId: 'nightly' })).toBe(
      0,
    );
    for (const { id } of executions) await store.remove(id);
    expect(await test.redis.keys('*'), 'nothing is left behind').toEqual(
      expect.not.arrayContaining([expect.stringMatching(/unstarted|pending|execution:|source|idempotency:tick/)]),
    );
  });
});

describe('list', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const idsOf = async (overrides: Partial<ExecutionQuery>) =>
    (await store.list(query(overrides))).executions.map(({ id }) => id);

  it('finds by flow, namespace, state, label and time, the newest first', async () => {
    const first = await create({ at: day(1), accepted: { labels: { team: 'a', kind: 'x' } } });
    const second = await create({ at: day(2), accepted: { labels: { team: 'a' } }, failure: 'no' });
    const third = await create({ at: day(3), accepted: { flow: { namespace: 'other', id: 'hello' } } });
    expect(await idsOf({})).toEqual([third, second, first]);
    expect(await idsOf({ namespace: 'examples' })).toEqual([second, first]);
    expect(await idsOf({ namespace: 'examples', flowId: 'hello', states: ['CREATED'] })).toEqual([first]);
    expect(await idsOf({ flowId: 'hello' })).toEqual([third, second, first]);
    expect(await idsOf({ states: ['FAILED', 'KILLED'] })).toEqual([second]);
    expect(await idsOf({ labels: [{ name: 'team', value: 'a' }] })).toEqual([second, first]);
    expect(
      await idsOf({
        labels: [
          { name: 'team', value: 'a' },
          { name: 'kind', value: 'x' },
        ],
      }),
    ).toEqual([first]);
    expect(await idsOf({ from: day(2), to: day(3) })).toEqual([second]);
  });

  it('finds what all filters have in common, however many each one finds alone', async () => {
    const made: { id: string; state: string; namespace: string; actor: string }[] = [];
    for (let number = 0; number < 120; number++) {
      const [namespace, actor] = [`team-${number % 3}`, `user-${number % 5}`];
      const accepted = { actor, flow: { namespace, id: 'hello' }, labels: { half: String(number % 2) } };
      const id = await create({ at: day(1 + number), accepted, ...(number % 4 === 0 && { failure: 'no' }) });
      made.push({ id, state: number % 4 === 0 ? 'FAILED' : 'CREATED', namespace, actor });
    }
    const expected = (isOne: (each: (typeof made)[number]) => boolean) =>
      made
        .filter(isOne)
        .map(({ id }) => id)
        .toReversed();
    const states = ['FAILED', 'KILLED'] as const;
    expect(await idsOf({ states, namespace: 'team-1' })).toEqual(
      expected(({ state, namespace }) => state === 'FAILED' && namespace === 'team-1'),
    );
    expect(await idsOf({ states, flowId: 'hello', actor: 'user-2' })).toEqual(
      expected(({ state, actor }) => state === 'FAILED' && actor === 'user-2'),
    );
    expect(await idsOf({ states, labels: [{ name: 'half', value: '1' }] })).toEqual([]);
    expect(await idsOf({ flowId: 'other' })).toEqual([]);
    for (const { id } of made) await store.remove(id);
    expect(await test.redis.keys('*:executions:*')).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/executions:(actor|label|namespace):/)]),
    );
  });

  it.each([3, 40])('finds a flow id in %i namespaces, page by page, without hidden ones', async (count) => {
    const made: string[] = [];
    for (let number = 0; number < count; number++) {
      const flow = { namespace: `team-${number}`, id: 'deploy' };
      made.push(await create({ at: day(1 + number), accepted: { flow } }));
      // Neighbours in the list of flows.
      for (const id of ['deploy-2', 'deplo'])
        await create({ at: day(1 + number), accepted: { flow: { ...flow, id } } });
    }
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.list(query({ flowId: 'deploy', limit: 2, after }));
      found.push(...page.executions.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(found).toEqual(made.toReversed());
    const isShown = ({ namespace }: FlowKey) => namespace === 'team-1';
    expect(await idsOf({ flowId: 'deploy', isShown })).toEqual([made[1]]);
    for (const id of made) await store.remove(id);
    expect(await idsOf({ flowId: 'deploy' })).toEqual([]);
    const flows = await test.redis.zrange('{flowgate}:executions:flows', '0', '-1');
    expect(
      flows.filter((name) => name.startsWith('deploy/')),
      'no flow is left without executions',
    ).toEqual([]);
  });

  it('returns pages without gaps or overlaps', async () => {
    const made: string[] = [];
    for (let number = 1; number <= 7; number++)
      made.push(await create({ at: day(number), ...(number % 2 === 0 && { failure: 'no' }) }));
    for (const states of [[], ['FAILED'], ['FAILED', 'CREATED']] as const) {
      const expected = made
        .filter((_, index) => !(states as readonly string[]).includes('FAILED') || states.length > 1 || index % 2 === 1)
        .toReversed();
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.list(query({ states, limit: 2, after }));
        found.push(...page.executions.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect(found).toEqual(expected);
    }
  });

  it('finds by actor and by ID', async () => {
    const [first, second] = [await create(), await create({ accepted: { actor: 'schedule:nightly' } })];
    expect(await idsOf({ actor: 'schedule:nightly' })).toEqual([second]);
    expect(await idsOf({ actor: 'grace' })).toEqual([]);
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const newestFirst = [first, second].toSorted().toReversed();
    expect(await idsOf({ ids: [first, unknown, second, first] })).toEqual(newestFirst);
    expect(await idsOf({ ids: [first, second], actor: 'ada' })).toEqual([first]);
    expect(await idsOf({ ids: [first], to: new Date('2020-01-01') })).toEqual([]);
    const page = await store.list(query({ ids: [first, second], limit: 1 }));
    expect([page.executions.map(({ id }) => id), page.next]).toEqual([[newestFirst[0]], newestFirst[0]]);
    expect(await idsOf({ ids: [first, second], limit: 1, after: page.next })).toEqual([newestFirst[1]]);
  });

  it('reads more at a time the longer it searches', async () => {
    const oldest = await create({ accepted: { actor: 'grace' }, at: new Date('2025-01-01') });
    await Promise.all(Array.from({ length: 300 }, () => create()));
    const call = vi.spyOn(test.redis, 'call');
    expect(await idsOf({ isAnswer: ({ actor }) => actor === 'grace', limit: 10 })).toEqual([oldest]);
    expect(call.mock.calls.length).toBeLessThan(16);
    call.mockRestore();
  });

  it('returns fewer on a page when their values are large, and reads no more than it needs', async () => {
    const inputs = { text: 'x'.repeat(900_000) };
    const made: string[] = [];
    for (let number = 1; number <= 13; number++)
      made.push(await create({ at: day(number), accepted: { inputs, actor: number < 2 ? 'grace' : 'ada' } }));
    const sizes: number[] = [];
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.list(query({ limit: 500, after }));
      found.push(...page.executions.map(({ id }) => id));
      sizes.push(page.executions.length);
      after = page.next;
    } while (after !== undefined);
    expect(found).toEqual(made.toReversed());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxPageBytes / 900_000 + 1);
    expect(await idsOf({ actor: 'grace' })).toEqual([made[0]]);

    const inState = vi.spyOn(store, 'inState');
    const all: string[] = [];
    for await (const { id } of iterateExecutions(['CREATED'], store)) all.push(id);
    expect(all).toEqual(made);
    expect(inState.mock.calls.length).toBeGreaterThan(3);
    inState.mockRestore();
  });

  it('searches only so far through large ones', async () => {
    const inputs = { text: 'x'.repeat(2_000_000) };
    await create({ at: day(1), accepted: { actor: 'grace' } });
    for (let number = 2; number <= 25; number++) await create({ at: day(number), accepted: { inputs } });
    const byGrace: Partial<ExecutionQuery> = { isAnswer: ({ actor }) => actor === 'grace' };
    const first = await store.list(query(byGrace));
    expect(first.executions).toEqual([]);
    expect(await idsOf({ ...byGrace, after: first.next })).toHaveLength(1);
  });

  it('reveals nothing about hidden ones, not even in the cursor', async () => {
    const hidden = { flow: { namespace: 'hidden', id: 'hello' } };
    const shown: string[] = [];
    for (let number = 1; number <= 9; number++) {
      const id = await create({ at: day(number), ...(number % 3 !== 0 && { accepted: hidden }) });
      if (number % 3 === 0) shown.push(id);
    }
    const pages = [];
    let after: string | undefined;
    do {
      const page = await store.list(query({ limit: 1, after, isShown: ({ namespace }) => namespace !== 'hidden' }));
      pages.push([page.executions[0]?.id, page.next]);
      after = page.next;
    } while (after !== undefined);
    const [first, second, third] = shown;
    expect(pages).toEqual([
      [third, third],
      [second, second],
      [first, undefined],
    ]);
  });
});

describe('the latest executions', () => {
  const flowOf = (number: number) => ({ namespace: 'examples', id: `flow-${number}` });

  it('are read of many flows in two round trips', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 20; number++) {
      const flow = flowOf(number);
      await create({ accepted: { flow }, at: new Date('2026-01-01') });
      ids.push(await create({ accepted: { flow }, at: new Date('2026-01-02') }));
    }
    await told(store, ids[0]!, { name: 'neverBegan', state: 'FAILED' });
    const pipeline = vi.spyOn(test.redis, 'pipeline');
    const recent = await store.recent([...ids.map((_, number) => flowOf(number)), flowOf(99)], 1);
    expect(pipeline).toHaveBeenCalledTimes(2);
    pipeline.mockRestore();
    expect(recent.map(([latest]) => latest?.id)).toEqual([...ids, undefined]);
    expect(recent[0]?.[0]).toMatchObject({ state: 'FAILED', history: [{ state: 'CREATED' }, { state: 'FAILED' }] });
  });

  it('are the newest, up to a limit', async () => {
    const ids: string[] = [];
    for (const day of [1, 2, 3]) ids.push(await create({ at: new Date(`2026-01-0${day}`) }));
    const [recent] = await store.recent([{ namespace: 'examples', id: 'hello' }], 2);
    expect(recent?.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(await store.recent([], 1)).toEqual([]);
  });
});

describe('the executions of a trigger', () => {
  const trigger = { flow: { namespace: 'examples', id: 'hello' }, triggerId: 'hourly' };
  const start = (tick: Date) =>
    store.create(
      executionCreation({ accepted: { trigger: { id: 'hourly', type: 'schedule', at: tick.toISOString() } } }),
    );

  it('one for each tick, of which the latest ten are listed and those of 31 days are known', async () => {
    const hour = 60 * 60 * 1000;
    const now = Math.floor(Date.now() / hour) * hour;
    const ids: string[] = [];
    for (let back = 12; back > 0; back--) {
      const tick = new Date(now - back * hour);
      const outcomes = await Promise.all([start(tick), start(tick)]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'repeated']);
      for (const outcome of outcomes) if (outcome.outcome === 'created') ids.unshift(outcome.record.id);
    }
    expect((await start(new Date(now - 32 * 24 * hour))).outcome).toBe('created');
    const key = '{flowgate}:executions:ticks:examples/hello/hourly';
    expect(await test.redis.zcard(key)).toBe(12);
    const [latest = []] = await store.latestOfTriggers([trigger]);
    expect(latest.slice(1).map(({ id }) => id)).toEqual(ids.slice(0, 9));
    const times = { from: new Date(now - 3 * hour), to: new Date(now - hour) };
    expect([...(await store.ofTicks(trigger, times))].map(([time, { id }]) => [time, id])).toEqual([
      [now - 3 * hour, ids[2]],
      [now - 2 * hour, ids[1]],
    ]);
    await store.remove(ids[1]!);
    expect((await store.ofTicks(trigger, times)).size).toBe(1);
    expect((await start(new Date(now - 2 * hour))).outcome).toBe('created');
  });
});

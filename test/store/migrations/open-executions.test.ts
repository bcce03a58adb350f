import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveIn, archiverOf, signal } from '../../abilities/keep/archive/archive-rig.ts';
import { storeFaults } from '../../support/store-faults.ts';
import { Upgrade, type KillPoint } from '../../support/upgrade.ts';

/** As a process opens the store; before, and after, it has changed an execution: only such a change has effects. */
const killPoints = {
  opening: { text: '', after: 2, isSent: false },
  before: { text: '"kind":', after: 1, isSent: false },
  after: { text: '"kind":', after: 2, isSent: true },
} satisfies Record<string, KillPoint>;

const failure = 'FAILED: Task make failed: its script ended with status 1';
const stopped = 'FAILED: Flowgate stopped while the execution was running.';
const silent =
  'FAILED: The Flowgate process that ran the execution has not responded for 10 s or longer: it has stopped, or cannot reach Redis.';

/** Those of both engines. */
const waiting = {
  approval: ['approval', 'child 2', 'slot'],
  signal: ['signal'],
  time: ['delay'],
  executions: ['parent'],
};
const held = ['held by the lock', 'held by the slot'];
const archived = ['archived failure', 'archived success'];
const ended = {
  SUCCESS: ['archived success', 'child 1', 'ended success'],
  FAILED: ['archived failure', 'ended failure'],
  KILLED: ['ended stop'],
};
const endsOfBoth = {
  ...Object.fromEntries(
    [...Object.values(waiting).flat(), ...held, ...ended.SUCCESS, 'queued'].map((name) => [name, 'SUCCESS']),
  ),
  'archived failure': failure,
  'ended failure': failure,
  'ended stop': 'KILLED: Stopped by ada.',
};

function countsOf(states: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(states.map((state) => [state, states.filter((each) => each === state).length]));
}

const engines = [
  {
    engine: 'local',
    running: ['locked', 'running'],
    accepted: [],
    kills: [killPoints.opening, killPoints.after],
    /** @param ran in a process that was killed */
    ends: (ran: readonly string[]) => ({
      ...endsOfBoth,
      ...Object.fromEntries(ran.map((name) => [name, stopped])),
      locked: silent, // on a machine that has started again
      running: silent,
    }),
  },
  {
    engine: 'jenkins',
    running: ['ended meanwhile', 'locked', 'running', 'stopping'],
    accepted: ['accepted'],
    kills: [killPoints.before, killPoints.after],
    ends: () => ({
      ...endsOfBoth,
      ...Object.fromEntries(['accepted', 'ended meanwhile', 'locked', 'running'].map((name) => [name, 'SUCCESS'])),
      stopping: 'KILLED: Stopped by ada.',
    }),
  },
];

const cases = engines.flatMap(({ kills, ...rest }) => [
  { ...rest, kills: [], title: `opened on ${rest.engine}` },
  { ...rest, kills, title: `opened on ${rest.engine} by processes that are killed` },
]);

describe.each(cases)('executions of the version before, $title', ({ engine, running, accepted, kills, ends }) => {
  let upgrade: Upgrade;
  beforeAll(async () => {
    upgrade = await Upgrade.open(engine);
  });
  afterAll(() => upgrade.stop());

  it.skipIf(kills.length > 0)('are in all lists', async () => {
    expect(await upgrade.listed('state=RUNNING')).toEqual([...Object.values(waiting).flat(), ...running].toSorted());
    expect(await upgrade.listed('state=QUEUED')).toEqual(['queued']);
    expect(await upgrade.listed('state=CREATED')).toEqual([...accepted, ...held]);
    for (const [kind, names] of Object.entries(waiting))
      expect(await upgrade.listed(`waiting_for=${kind}`)).toEqual(names);
    for (const [state, names] of Object.entries(ended)) expect(await upgrade.listed(`state=${state}`)).toEqual(names);
    expect(await upgrade.listed('archived=true')).toEqual(archived);
    expect(await upgrade.listed(`parent=${upgrade.id('parent')}`)).toEqual(['child 1', 'child 2']);
    expect((await upgrade.get('/locks')).body.locks).toMatchObject([{ name: 'press', held: 1, heldUp: 1 }]);
    for (const [name, holder] of [
      ['held by the lock', 'locked'],
      ['held by the slot', 'slot'],
    ] as const) {
      const { body } = await upgrade.get(`/executions/${upgrade.id(name)}`);
      expect(body).toMatchObject({ held: true, trouble: expect.stringContaining(upgrade.id(holder)) });
    }
  });

  it('go on to their ends', async () => {
    const ran = await upgrade.kill(kills);
    upgrade.work();
    await upgrade.endFirstTasks();
    for (const name of ['approval', 'slot', 'held by the slot', 'child 2']) await upgrade.approve(name);
    await upgrade.post(`/executions/${upgrade.id('signal')}/signals/go`).expect(202);
    const all = await Promise.all(upgrade.names.map(async (name) => [name, await upgrade.endOf(name)]));
    expect(Object.fromEntries(all)).toEqual(ends(ran));
  }, 90_000);

  it('are neither lost nor doubled', async () => {
    expect(await upgrade.listed('')).toEqual(upgrade.names.toSorted());
    const { text } = await upgrade.get(`/executions/${upgrade.id('approval')}/logs`);
    expect(text.match(/uses \*\*\*\*/g)).toHaveLength(1);
    const requested = upgrade.jenkins?.builds().map(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID) ?? [];
    expect(requested).toHaveLength(new Set(requested).size);
    const repeated = await upgrade.post(
      '/flows/up/approval/executions',
      { inputs: { token: 'correct-horse' } },
      { 'idempotency-key': 'the key of the approval' },
    );
    expect(repeated.body.id).toBe(upgrade.id('approval'));
    const { body } = await upgrade.post('/flows/up/ends/executions').expect(202);
    expect(body.number).toBe(['archived success', 'ended success', 'queued', ...accepted].length + 1);
    const state = async () => (await upgrade.get(`/executions/${body.id}`)).body.state as string;
    await expect.poll(state, { timeout: 20_000 }).toBe('SUCCESS');
    const states = await Promise.all(upgrade.names.map(async (name) => (await upgrade.record(name)).state));
    expect(await upgrade.counted()).toEqual(countsOf([...states, 'SUCCESS']));
  });

  it('leave nothing of an open execution', async () => {
    const { redis } = upgrade.gateway.redis;
    const keys = (await redis.keys('{flowgate}:execution*')).map((name) => name.slice('{flowgate}:'.length));
    const ofOpen =
      /^execution-secrets|^executions:(pending|slots|waiting|pool-sizes|wanted|extra|unfinished|local$|due-|children|child-|running|held|waits|controller|followed|state:(CREATED|QUEUED|RUNNING))/;
    expect(keys.filter((name) => ofOpen.test(name))).toEqual([]);
    const { strayInIndexes = [], ...faults } = await storeFaults(redis);
    expect(Object.values(faults).flat()).toEqual([]);
    const ids = archived.map((name) => upgrade.id(name));
    const isOther = (member: string) =>
      member.startsWith('executions:parent:') || ids.some((id) => member.endsWith(id));
    expect(strayInIndexes.filter((member) => !isOther(member))).toEqual([]);
    expect(upgrade.jenkins?.secrets('/job/flows/job/up').size ?? 0).toBe(0);
  });

  it('are archived beside those that were archived before', async () => {
    const shown = async (name: string) => {
      const { archivedAt: _, ...rest } = (await upgrade.get(`/executions/${upgrade.id(name)}`)).body;
      return [rest, (await upgrade.get(`/executions/${upgrade.id(name)}/logs`)).text];
    };
    const names = ['ended success', 'ended stop', 'approval'];
    const before = await Promise.all(names.map(shown));
    const records = await Promise.all(names.map((name) => upgrade.record(name)));
    const archiver = archiverOf(upgrade.gateway, archiveIn(''));
    const endedOnes = records.flatMap((record) => (record.phase === 'ended' ? [record] : []));
    expect(await archiver.archive(endedOnes, signal)).toBe(names.length);
    expect(await Promise.all(names.map(shown))).toEqual(before);
    expect(await upgrade.listed('archived=true')).toEqual([...archived, ...names].toSorted());
    expect((await shown('archived success'))[1]).toContain('made it');
  });
});

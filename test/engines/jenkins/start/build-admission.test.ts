import { beforeEach, describe, expect, it } from 'vitest';
import { CallBudget } from '../../../../src/engines/jenkins/call-budget.ts';
import type { BuildKey, BuildState } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { BuildAdmission } from '../../../../src/engines/jenkins/start/build-admission.ts';
import type { ExecutionRecord } from '../../../../src/lifecycle/execution-record.ts';

const flow = { namespace: 'examples', id: 'many' };
const start = Date.parse('2026-01-02T03:04:05Z');
const minute = 60_000;

/** What Jenkins and the records show. */
let world: {
  now: number;
  builds: readonly number[];
  notBegun: readonly number[];
  onExecutor: readonly number[];
  idle: number;
  isQuietingDown: boolean;
  areAddedOnDemand: boolean;
  others: readonly string[];
  reads: number;
};
let admission: BuildAdmission;
beforeEach(() => {
  world = {
    now: start,
    builds: [1],
    notBegun: [],
    onExecutor: [1],
    idle: 1,
    isQuietingDown: false,
    areAddedOnDemand: false,
    others: ['other'],
    reads: 0,
  };
  admission = new BuildAdmission({
    gateway: {
      executors: async () => {
        world.reads++;
        const { isQuietingDown, areAddedOnDemand } = world;
        return {
          isQuietingDown,
          areAddedOnDemand,
          idle: (label) => (label === 'gpu' ? 0 : world.idle),
          ofBuild: ({ number }: BuildKey) => world.onExecutor.includes(number),
        };
      },
      recentBuilds: async () =>
        world.builds.map(
          (number) =>
            ({
              key: { job: flow, number },
              building: true,
              description: world.notBegun.includes(number) ? '' : `Flowgate execution ${number}\naccepted`,
            }) as BuildState, // only what is read
        ),
    },
    store: { list: async () => ({ executions: world.others.map((id) => ({ id }) as ExecutionRecord) }) }, // likewise
    calls: new CallBudget(),
    now: () => new Date(world.now),
  });
});

let obstacle: string | undefined;
/** Tries an execution, as its record is after the last attempt. */
async function attempt({ id = 'this', label }: { id?: string; label?: string } = {}): Promise<string | undefined> {
  const record = { id, flow, trouble: obstacle, troubleSince: new Date(start).toISOString() } as ExecutionRecord; // likewise
  return admission.obstacle(record, label, new AbortController().signal);
}
beforeEach(() => {
  obstacle = undefined;
});

describe('a build starts immediately', () => {
  it('without a call if no other execution of the flow has a build', async () => {
    Object.assign(world, { others: ['this'], idle: 0 });
    expect(await attempt()).toBeUndefined();
    expect(world.reads).toBe(0);
  });

  it('if the other builds of the flow have ended', async () => {
    Object.assign(world, { builds: [], idle: 0 });
    expect(await attempt()).toBeUndefined();
  });

  it('if an executor is idle', async () => {
    expect(await attempt()).toBeUndefined();
  });

  it('if agents are added on demand', async () => {
    Object.assign(world, { idle: 0, areAddedOnDemand: true });
    expect(await attempt()).toBeUndefined();
  });
});

describe('a build waits', () => {
  it.each([
    ['all executors are busy', () => ({ idle: 0 }), /^All Jenkins executors are busy/],
    [
      'the idle executor is for a build that is starting',
      () => ({ builds: [1, 2], notBegun: [2] }),
      /^All Jenkins executors/,
    ],
    ['a build has not continued after a restart', () => ({ onExecutor: [], idle: 5 }), /^Jenkins has been restarted/],
    [
      'a build has not continued after a restart, and agents are added on demand',
      () => ({ onExecutor: [], areAddedOnDemand: true }),
      /^Jenkins has been restarted/,
    ],
    ['Jenkins is about to be restarted', () => ({ isQuietingDown: true }), /^Jenkins is about to be restarted/],
  ])('while %s', async (_when, change, text) => {
    Object.assign(world, change());
    expect(await attempt()).toMatch(text);
  });

  it('while no agent with its label is idle', async () => {
    expect(await attempt({ label: 'gpu' })).toMatch(/^All Jenkins executors/);
  });

  it('behind older executions that wait', async () => {
    world.idle = 0;
    expect(await attempt({ id: 'a' })).toBeDefined();
    world.now += 1_001;
    world.idle = 1;
    expect(await attempt({ id: 'b' })).toMatch(/^All Jenkins executors/);
    expect(await attempt({ id: 'a' })).toBeUndefined();
    expect(await attempt({ id: 'b' })).toBeUndefined();
  });
});

it.each([
  ['an idle executor', { idle: 0 }, true],
  ['a build that is lost', { onExecutor: [] }, true],
  ['a restart', { isQuietingDown: true }, false],
])('waits ten minutes at most for %s', async (_what, change, hasEnd) => {
  Object.assign(world, change);
  obstacle = await attempt();
  world.now += 9 * minute;
  expect(await attempt()).toBe(obstacle);
  world.now += minute;
  expect(await attempt()).toBe(hasEnd ? undefined : obstacle);
});

it('reads the executors once for several executions', async () => {
  world.idle = 0;
  for (const id of ['a', 'b', 'c']) await attempt({ id });
  expect(world.reads).toBe(1);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallBudget } from '../../../../src/engines/jenkins/call-budget.ts';
import { isFinal } from '../../../../src/lifecycle/execution-state.ts';
import { FollowedBuilds, plentyOfCalls } from '../../../support/followed-builds.ts';
import type { BuildPlan } from '../../../support/stand-in-jenkins/build-plan.ts';

const second = 1_000;
const minute = 60 * second;
const tasks = [{ path: 'work', milliseconds: 60_000 }];
const plan: BuildPlan = { tasks, finally: [{ path: 'clean', milliseconds: 400 }] };
const slow: BuildPlan = { tasks, finally: [{ path: 'clean', milliseconds: 60_000 }] };
const cleaned = expect.arrayContaining([expect.objectContaining({ path: 'clean', state: 'SUCCESS' })]);

let builds: FollowedBuilds;
beforeAll(async () => {
  builds = await FollowedBuilds.start({ timing: { stopPause: 100 } });
});
beforeEach(() => {
  builds.ahead = 0;
  builds.calls = plentyOfCalls();
  builds.jenkins.misbehave([]);
});
afterAll(() => builds.close());

const ended = (id: string) => builds.until(id, ({ state }) => isFinal(state));
const hasTask = (path: string) => (record: { readonly tasks: readonly { readonly path: string }[] }) =>
  record.tasks.some((task) => task.path === path);

/** Advances the clock and runs rounds. */
async function pass(milliseconds: number): Promise<void> {
  builds.ahead += milliseconds;
  await builds.poll();
}

describe('a stop', () => {
  it('is sent once to a build that sees it, whose final tasks run to their end', async () => {
    const id = await builds.build(plan);
    await builds.stop(id);
    expect(await ended(id)).toMatchObject({
      state: 'KILLED',
      reason: 'Stopped by eve.',
      tasks: cleaned,
      stoppingAt: expect.any(String),
      sentStop: { force: 'stop', times: 1 },
    });
    expect(await builds.sent(id)).toEqual(['stop']);
  });

  it('is sent again each second while Jenkins loses it', async () => {
    const id = await builds.build({ ...plan, losesStops: 2 });
    await builds.stop(id);
    for (let look = 0; look < 3; look++) await pass(500);
    expect(await builds.sent(id)).toEqual(['stop', 'stop']);
    await pass(500);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
    expect(await builds.sent(id)).toEqual(['stop', 'stop', 'stop']);
  });

  it('is followed by nothing within the time limit of the final tasks, whichever process follows', async () => {
    const id = await builds.build(slow);
    await builds.stop(id);
    await builds.until(id, hasTask('clean'));
    for (const time of [2 * second, 30 * second, 5 * minute, 5 * minute]) {
      builds.changeLeader();
      await pass(time);
    }
    expect(await builds.sent(id)).toEqual(['stop']);
    await pass(minute);
    expect((await ended(id)).state).toBe('KILLED');
    expect(await builds.sent(id)).toEqual(['stop', 'term']);
  });

  it('is followed by stronger ones if the build does not react, whichever process follows', async () => {
    const id = await builds.build({ tasks, deafTo: 'term' });
    await builds.stop(id);
    await builds.poll();
    for (const time of [14 * second, second, 30 * second]) {
      builds.changeLeader();
      await pass(time);
    }
    expect(await builds.sent(id)).toEqual(['stop', 'stop', 'term', 'term']);
    await pass(15 * second);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', sentStop: { force: 'kill', times: 1 } });
  });

  it('is sent again even if the call budget is used up', async () => {
    const id = await builds.build({ ...plan, losesStops: 2 });
    builds.calls = new CallBudget({ perSecond: 0.001, saved: 1 });
    builds.calls.spend(1);
    builds.changeLeader();
    await builds.stop(id);
    for (let look = 0; look < 8; look++) {
      await sleep(200);
      await pass(500);
    }
    expect(await builds.sent(id)).toEqual(['stop', 'stop', 'stop']);
    builds.calls = plentyOfCalls();
    builds.changeLeader();
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
  });

  it('is not sent if the state of the build is a second old', async () => {
    const id = await builds.build(plan);
    await builds.stop(id);
    await builds.press(id, 1_000);
    expect(await builds.sent(id)).toEqual([]);
    expect((await builds.read(id)).sentStop).toBeUndefined();
    await builds.press(id, 0);
    expect(await builds.sent(id)).toEqual(['stop']);
    await ended(id);
  });

  it('waits for the final tasks of a called flow, and reports that', async () => {
    const id = await builds.build({
      ...plan,
      tasks: [{ path: 'call/clean', milliseconds: 1_500, isFinal: true }, ...tasks],
    });
    await builds.stop(id);
    await builds.requestStop(id);
    expect((await builds.read(id)).trouble).toMatch(/stops once the final tasks of the running subflow/);
    await builds.poll();
    expect(await builds.sent(id)).toEqual([]);
    await builds.until(id, hasTask('work'));
    const called = expect.objectContaining({ path: 'call/clean', state: 'SUCCESS' });
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: expect.arrayContaining([called]) });
  });

  it('waits for hanging final tasks only until their time limit', async () => {
    const id = await builds.build({ ...plan, tasks: [{ path: 'call/clean', milliseconds: 60_000, isFinal: true }] });
    await builds.stop(id);
    await pass(10 * minute);
    expect(await builds.sent(id)).toEqual([]);
    await pass(minute);
    expect((await ended(id)).state).toBe('KILLED');
  });

  it('does not count if Jenkins rejects it', async () => {
    const id = await builds.build(plan);
    builds.jenkins.misbehave([{ kind: 'forbidden', requests: 'POST .*/stop' }]);
    await builds.stop(id);
    for (let look = 0; look < 3; look++) await pass(minute);
    const { trouble, sentStop } = await builds.read(id);
    expect({ trouble, sentStop }).toEqual({
      trouble: expect.stringMatching(/^The build cannot be stopped: .*403/),
      sentStop: undefined,
    });
    builds.jenkins.misbehave([]);
    await pass(minute);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
    expect(new Set(await builds.sent(id))).toEqual(new Set(['stop']));
  });
});

describe('a second stop', () => {
  it('is sent immediately', async () => {
    const id = await builds.build({ ...plan, losesStops: 1 });
    await builds.stop(id);
    await builds.requestStop(id);
    await builds.requestStop(id);
    expect(await builds.sent(id)).toEqual(['stop', 'stop']);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
  });

  it('does not end the final tasks', async () => {
    const id = await builds.build(plan);
    await builds.stop(id);
    await builds.requestStop(id);
    await builds.until(id, hasTask('clean'));
    await builds.requestStop(id);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
    expect(await builds.sent(id)).toEqual(['stop']);
  });

  it('records that the build has begun to stop', async () => {
    const id = await builds.build(slow);
    await builds.stop(id);
    await builds.requestStop(id);
    while ((await builds.read(id)).stoppingAt === undefined) {
      await sleep(20);
      const { description } = (await builds.gateway.build({ job: (await builds.read(id)).flow, number: 1 }))!;
      if (description.includes('\nstopping ')) await builds.requestStop(id);
    }
    expect(await builds.sent(id)).toEqual(['stop']);
    await builds.gateway.stopBuild({ job: (await builds.read(id)).flow, number: 1 }, 'kill');
  });

  it('reports what keeps it from being sent', async () => {
    const id = await builds.build(plan);
    builds.jenkins.misbehave([{ kind: 'failed', requests: 'POST .*/stop', times: 1 }]);
    await builds.stop(id);
    await builds.requestStop(id);
    expect((await builds.read(id)).trouble).toMatch(/^The build cannot be stopped: .*500/);
    await pass(2 * second);
    expect((await ended(id)).state).toBe('KILLED');
  });
});

describe('a build of an older script, which does not announce stops,', () => {
  const old: BuildPlan = { ...plan, stopLine: '' };

  it('is sent one stop', async () => {
    const id = await builds.build({ ...old, losesStops: 1 });
    await builds.stop(id);
    for (const time of [0, 2 * second, 20 * second, 2 * minute, 8 * minute]) await pass(time);
    expect(await builds.sent(id)).toEqual(['stop']);
    await pass(minute);
    expect((await ended(id)).state).toBe('KILLED');
    expect(await builds.sent(id)).toEqual(['stop', 'term']);
  });

  it('keeps its final tasks running after a task was ended, even if the stop is repeated', async () => {
    const id = await builds.build(old);
    await builds.stop(id);
    await builds.until(id, hasTask('clean'));
    await builds.requestStop(id);
    expect(await ended(id)).toMatchObject({ state: 'KILLED', tasks: cleaned });
    expect(await builds.sent(id)).toEqual(['stop']);
  });
});

describe('a stop in Jenkins itself', () => {
  const inJenkins = async (id: string) =>
    void (await builds.gateway.stopBuild({ job: (await builds.read(id)).flow, number: 1 }));
  const further: BuildPlan = { ...plan, tasks: [{ path: 'first', milliseconds: 1_500 }, ...tasks] };

  it('is sent again if it was lost', async () => {
    const id = await builds.build({ ...further, losesStops: 2 });
    await inJenkins(id);
    await builds.poll();
    builds.ahead += 2 * second;
    await builds.until(id, hasTask('work'));
    await pass(second);
    await pass(second);
    expect(await ended(id)).toMatchObject({
      state: 'KILLED',
      reason: `Aborted by ${builds.jenkins.user} in Jenkins.`,
      tasks: cleaned,
    });
    expect(await builds.sent(id)).toEqual(['stop', 'stop', 'stop']);
  });

  it.each([
    ['was seen', { ...plan, tasks }],
    ['may have been seen by an older script', { ...further, stopLine: '', losesStops: 1 } as const],
    ['meets a task that goes on', { ...plan, losesStops: 1 }],
  ])('is not sent again when it %s', async (_name, other: BuildPlan) => {
    const id = await builds.build(other);
    await inJenkins(id);
    await builds.poll();
    if (other.losesStops === undefined) await builds.until(id, hasTask('clean'));
    else if (other.tasks.length > 1) await builds.until(id, hasTask('work'));
    for (let look = 0; look < 5; look++) await pass(3 * second);
    expect(await builds.sent(id)).toEqual(['stop']);
    await builds.gateway.stopBuild({ job: (await builds.read(id)).flow, number: 1 }, 'kill');
  });
});

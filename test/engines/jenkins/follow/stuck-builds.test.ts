import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isFinal } from '../../../../src/lifecycle/execution-state.ts';
import { FollowedBuilds } from '../../../support/followed-builds.ts';

const second = 1_000;
const minute = 60 * second;
const tasks = [{ path: 'work', milliseconds: 600_000 }];

let builds: FollowedBuilds;
beforeAll(async () => {
  builds = await FollowedBuilds.start();
});
beforeEach(() => {
  builds.ahead = 0;
  builds.changeLeader();
});
afterAll(() => builds.close());

/** Runs rounds at an interval, for a while. */
async function pass(milliseconds: number, every = 10 * second): Promise<void> {
  for (let time = 0; time < milliseconds; time += every) {
    builds.ahead += every;
    await builds.poll();
  }
}

it.each(['stage', 'withEnv', 'node'])('ends a build that is stuck in %s', async (step) => {
  const id = await builds.build({ tasks, standsIn: step });
  await pass(50 * second);
  expect((await builds.read(id)).trouble).toBeUndefined();
  await pass(30 * second);
  const told = await builds.read(id);
  expect(told).toMatchObject({
    state: 'RUNNING',
    trouble: expect.stringMatching(
      `^The build has made no progress since .*\\(${step}\\), which can happen after a restart of Jenkins`,
    ),
    abandoned: undefined,
  });
  expect(await builds.sent(id)).toEqual([]);
  await pass(2 * minute);
  expect(await builds.until(id, ({ state }) => isFinal(state))).toMatchObject({
    state: 'FAILED',
    reason: expect.stringMatching(`^The build made no progress after .*\\(${step}\\)`),
  });
});

it.each([
  [
    'sh, whose executor Jenkins has lost',
    [
      'DSL.sh(awaiting process completion in /agent/x@tmp/durable-1; recurrence period: 15000ms)',
      'WorkflowScript.run(WorkflowScript:20)',
      'DSL.node(node block appears to be neither running nor scheduled)',
    ],
  ],
  [
    'sh',
    ['DSL.sh(completed process (code 200) in /agent/x@tmp/durable-1; recurrence period: 0ms)', 'DSL.node(running on )'],
  ],
])('ends a build whose agent program is gone: %s', async (steps, standsAt) => {
  const id = await builds.build({ tasks, standsIn: 'sh', standsAt });
  await pass(80 * second);
  expect((await builds.read(id)).trouble).toContain(`it is stuck in a step that will never end (${steps})`);
  await pass(2 * minute);
  expect(await builds.until(id, ({ state }) => isFinal(state))).toMatchObject({
    state: 'FAILED',
    reason: expect.stringContaining(`(${steps})`),
  });
});

it('does not end a build with a silent task', async () => {
  const id = await builds.build({ tasks });
  await pass(60 * minute, minute);
  expect(await builds.read(id)).toMatchObject({ state: 'RUNNING', trouble: undefined, abandoned: undefined });
  await builds.stop(id);
  await builds.until(id, ({ state }) => isFinal(state));
});

it('does not end a build that makes progress, or whose steps are unknown', async () => {
  const moving = await builds.build({
    tasks: Array.from({ length: 10_000 }, (_, index) => ({ path: `task-${index}`, milliseconds: 5 })),
  });
  const hidden = await builds.build({ tasks, standsIn: 'stage' });
  builds.jenkins.misbehave([{ kind: 'forbidden', requests: 'threadDump' }]);
  await pass(10 * minute, minute);
  for (const id of [moving, hidden]) {
    expect(await builds.read(id)).toMatchObject({ state: 'RUNNING', trouble: undefined, abandoned: undefined });
    await builds.stop(id);
  }
  builds.jenkins.misbehave([]);
  for (const id of [moving, hidden]) await builds.until(id, ({ state }) => isFinal(state));
});

it('reports an offline agent, and ends the build if it stays offline', async () => {
  const id = await builds.build({ tasks, agent: 'offline' });
  await pass(50 * second);
  expect(await builds.read(id)).toMatchObject({
    state: 'RUNNING',
    trouble:
      "The build's agent agent-1 is offline (Connection was broken). If this lasts for 30 minutes, Flowgate ends the build.",
  });
  await pass(28 * minute, minute);
  expect((await builds.read(id)).abandoned).toBeUndefined();
  await pass(3 * minute, minute);
  expect(await builds.until(id, ({ state }) => isFinal(state))).toMatchObject({
    state: 'FAILED',
    reason: expect.stringMatching(/^The agent agent-1 has been offline since /),
  });
});

it('makes no additional Jenkins calls while all builds make progress', async () => {
  const id = await builds.build({ tasks });
  await pass(20 * second);
  const { flow } = await builds.read(id);
  expect(
    builds.jenkins.requests.filter((asked) => asked.includes(`/${flow.id}/`) && asked.endsWith('/threadDump/')),
  ).toEqual([]);
  await builds.stop(id);
  await builds.until(id, ({ state }) => isFinal(state));
});

it('requests another build if Jenkins has crashed before the pipeline of the first one', async () => {
  const id = await builds.lost({ tasks, losesFirst: true });
  await builds.poll();
  expect(await builds.read(id)).toMatchObject({ build: { number: 1 } });
  await pass(70 * second);
  expect(await builds.read(id)).toMatchObject({ state: 'QUEUED', build: undefined });
});

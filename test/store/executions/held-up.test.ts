import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JenkinsByHand } from '../../support/jenkins-by-hand.ts';
import { told } from '../../support/life-of.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import type { BuildPlan } from '../../support/stand-in-jenkins/build-plan.ts';

let running: RunningGateway;
let flows = 0;

/** Runs a new flow. */
async function started(
  plan: BuildPlan,
): Promise<{ readonly id: string; readonly flow: { readonly namespace: string; readonly id: string } }> {
  const flow = `flow-${++flows}`;
  await running.store(plannedFlow(plan, { id: flow }));
  const { body } = await running.run({}, { flow });
  return { id: body.id, flow: { namespace: 'examples', id: flow } };
}

const jenkins = () => running.gateway.jenkins!;
const stop = (id: string) =>
  request(running.gateway.app).post(`/executions/${id}/stop`).set('x-oidc-sub', 'eve').expect(202);
const long: BuildPlan = { tasks: [{ path: 'greet', milliseconds: 60_000 }] };

describe('a running build', () => {
  beforeAll(async () => {
    running = await startRunningGateway({ idleTimeout: 1_000, timing: { lastLine: 2_500 } });
  });
  beforeEach(() => running.jenkins.misbehave([]));
  afterAll(() => running.stop());

  it('has the result that it shows once its log is complete', async () => {
    const { id } = await started({ tasks: [{ path: 'greet' }], seemingResult: 'UNSTABLE', result: 'FAILURE' });
    const ended = await running.until(id, ({ state }) => state === 'FAILED' || state === 'WARNING');
    expect(ended).toMatchObject({
      state: 'FAILED',
      history: [{ state: 'CREATED' }, { state: 'QUEUED' }, { state: 'RUNNING' }, { state: 'FAILED' }],
    });
    expect((await request(running.gateway.app).get(`/executions/${id}/logs`)).text).toContain('Finished: FAILURE\n');
  });

  it('can be aborted in Jenkins, which reports by whom', async () => {
    const { id, flow } = await started(long);
    const { build } = await running.until(id, 'RUNNING');
    await jenkins().stopBuild({ job: flow, number: build.number });
    expect(await running.until(id, 'KILLED')).toMatchObject({
      reason: `Aborted by ${running.jenkins.user} in Jenkins.`,
      tasks: [{ state: 'KILLED' }],
    });
  });

  it('can disappear with its job', async () => {
    const { id, flow } = await started(long);
    await running.until(id, 'RUNNING');
    await new JenkinsByHand(running.jenkins).deleteJob(flow);
    // The job is created again and reuses the build number, possibly before the first build is missed.
    const { body } = await running.run({}, { flow: flow.id });
    expect((await running.until(id, 'FAILED')).reason).toBe(
      'Jenkins no longer has the build: it was deleted, or lost in a crash, before Flowgate could read its result.',
    );
    expect((await running.until(body.id, 'RUNNING')).build.number).toBe(1);
    await stop(body.id);
  });

  it.each([
    ['is down', { kind: 'down' as const }, 'Jenkins'],
    ['takes too long', { kind: 'late' as const, milliseconds: 4_000 }, 'in time'],
    ['restarts', { kind: 'starting' as const }, 'starting'],
    ['rejects', { kind: 'forbidden' as const }, '403'],
  ])('is followed again after Jenkins %s, and reports that in the meantime', async (_name, fault, part) => {
    const { id } = await started(long);
    await running.until(id, 'RUNNING');
    running.jenkins.misbehave([fault]);
    const troubled = await running.until(id, ({ trouble }) => trouble !== undefined);
    expect(troubled).toMatchObject({
      state: 'RUNNING',
      trouble: expect.stringContaining(part),
      troubleSince: expect.any(String),
    });
    running.jenkins.misbehave([]);
    running.jenkins.endTasks();
    expect((await running.until(id, 'SUCCESS')).trouble).toBeUndefined();
  });

  it('reports why it cannot be stopped', async () => {
    const { id } = await started(long);
    await running.until(id, 'RUNNING');
    running.jenkins.misbehave([{ kind: 'forbidden', requests: 'POST .*/stop' }]);
    await stop(id);
    expect((await running.until(id, ({ trouble }) => trouble !== undefined)).trouble).toMatch(
      /^The build cannot be stopped: .*403/,
    );
    running.jenkins.misbehave([]);
    expect((await running.until(id, 'KILLED')).reason).toBe('Stopped by eve.');
  });

  it('ends once its log could be collected', async () => {
    const { id } = await started({ tasks: [{ path: 'greet', log: 'a line' }] });
    running.jenkins.misbehave([{ kind: 'failed', requests: 'progressiveText' }]);
    const waiting = await running.until(id, ({ trouble }) => trouble !== undefined);
    expect(waiting).toMatchObject({
      state: 'RUNNING',
      trouble: expect.stringMatching(/^The log and the outputs could not be collected: .*500/),
    });
    running.jenkins.misbehave([]);
    await running.until(id, 'SUCCESS');
    expect((await request(running.gateway.app).get(`/executions/${id}/logs`)).text).toContain('a line\n');
  });
});

describe('a build that Jenkins does not start', () => {
  beforeAll(async () => {
    running = await startRunningGateway({ executors: 0 });
  });
  afterAll(() => running.stop());

  it('reports what it waits for, until there is an executor', async () => {
    const { id } = await started({ tasks: [] });
    const waiting = await running.until(id, ({ trouble }) => trouble !== undefined);
    expect(waiting).toMatchObject({
      state: 'QUEUED',
      build: { number: 1 },
      trouble: "In Jenkins' queue: Waiting for next available executor.",
    });
    running.jenkins.addExecutors(1);
    expect((await running.until(id, 'SUCCESS')).trouble).toBeUndefined();
  });

  it('can be stopped', async () => {
    const { id } = await started({ tasks: [], executor: false });
    await running.until(id, ({ build }) => build !== undefined);
    await stop(id);
    expect((await running.until(id, 'KILLED')).reason).toBe('Stopped by eve.');
  });
});

describe('a build in the queue of Jenkins', () => {
  beforeAll(async () => {
    running = await startRunningGateway({ timing: { leave: 60_000 } });
  });
  afterAll(() => running.stop());

  it.each([
    ['cancelled there', async (item: number) => void (await jenkins().cancelQueueItem(item))],
    [
      'lost with its job',
      async (_item: number, flow: { namespace: string; id: string }) =>
        void (await new JenkinsByHand(running.jenkins).deleteJob(flow)),
    ],
    [
      'lost when the job is disabled',
      async (_item: number, flow: { namespace: string; id: string }) => void (await jenkins().disableJob(flow)),
    ],
  ])('can be %s', async (_name, lose) => {
    const { id, flow } = await started({ tasks: [] });
    const waiting = await running.until(id, ({ trouble }) => trouble !== undefined);
    expect(waiting).toMatchObject({
      state: 'QUEUED',
      trouble: expect.stringMatching(/^In Jenkins' queue: In the quiet period/),
    });
    await lose(waiting.queueItem ?? (await queueItemOf(id, flow)), flow);
    expect((await running.until(id, 'KILLED')).reason).toBe("Cancelled in Jenkins' queue.");
  });

  it('can be stopped', async () => {
    const { id } = await started({ tasks: [] });
    await running.until(id, 'QUEUED');
    await stop(id);
    expect((await running.until(id, 'KILLED')).reason).toBe('Stopped by eve.');
  });

  it('is not taken for another one, to which Jenkins has given its ID after a crash', async () => {
    const { id } = await started({ tasks: [] });
    await running.until(id, 'QUEUED');
    const other = await started({ tasks: [] });
    await running.until(other.id, 'QUEUED');
    const own = await queueItemOf(other.id, other.flow);
    await told(running.gateway.ports, id, { name: 'enqueued', queueItem: own });
    await stop(id);
    await running.until(id, 'KILLED');
    expect(await jenkins().queueItem(own)).toMatchObject({ state: 'waiting' });
    expect(await running.read(other.id)).toMatchObject({ state: 'QUEUED' });
  }, 90_000); // looks for the item in growing intervals

  async function queueItemOf(id: string, flow: { namespace: string; id: string }): Promise<number> {
    const [trace] = await jenkins().findExecution(flow, id);
    return trace?.place === 'queue' ? trace.queueItem : 0;
  }
});

describe('an execution that waits for another one of its flow', () => {
  beforeAll(async () => {
    running = await startRunningGateway();
    await running.store(plannedFlow(long, { id: 'single', more: 'concurrency: {limit: 1, behavior: QUEUE}\n' }));
  });
  afterAll(() => running.stop());

  it('reports which one, and what delays that one', async () => {
    const first = (await running.run({}, { flow: 'single' })).body.id;
    const { history } = await running.until(first, 'RUNNING');
    const second = (await running.run({}, { flow: 'single' })).body.id;
    const waiting = await running.until(second, ({ trouble }) => trouble !== undefined);
    const sentence = `Held up by the execution ${first}, RUNNING since ${history.at(-1).at}.`;
    expect(waiting).toMatchObject({ state: 'CREATED', held: true, trouble: sentence });
    running.jenkins.misbehave([{ kind: 'forbidden', requests: 'POST .*/stop' }]);
    await stop(first);
    expect((await running.until(second, ({ trouble }) => trouble !== sentence)).trouble).toMatch(
      `${sentence} The build cannot be stopped: Jenkins answered 403`,
    );
    running.jenkins.misbehave([]);
    expect((await running.until(second, 'RUNNING')).trouble).toBeUndefined();
    await stop(second);
  });
});

describe('a stop that Jenkins loses', () => {
  beforeAll(async () => {
    running = await startRunningGateway();
  });
  afterAll(() => running.stop());

  it('is sent immediately by a second call, whose answer shows when the build has begun to stop', async () => {
    const { id } = await started({
      ...long,
      stopLine: 'stopping <time>',
      losesStops: 1,
      finally: [{ path: 'clean', milliseconds: 60_000 }],
    });
    await running.until(id, 'RUNNING');
    expect((await stop(id)).body.stop).toEqual({ by: 'eve', at: expect.any(String) });
    await stop(id);
    await running.until(id, (execution) => execution.stop.stoppingAt !== undefined);
    const { body } = await stop(id);
    expect(body.stop).toEqual({ by: 'eve', at: expect.any(String), stoppingAt: expect.any(String) });
    running.jenkins.endTasks();
    expect((await running.until(id, 'KILLED')).tasks).toContainEqual(
      expect.objectContaining({ path: 'clean', state: 'SUCCESS' }),
    );
    expect(running.jenkins.requests.filter((asked) => asked.endsWith('/stop'))).toHaveLength(2);
  });
});

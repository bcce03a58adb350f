import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { transpileFlow } from '../../../src/engines/flow-transpiler.ts';
import { credentialsOf } from '../../../src/engines/jenkins/builds/build-credentials.ts';
import { BuildAdopter } from '../../../src/engines/jenkins/follow/build-adopter.ts';
import { JenkinsUpkeep } from '../../../src/engines/jenkins/jenkins-upkeep.ts';
import { JobDefinitions } from '../../../src/engines/jenkins/jobs/job-definitions.ts';
import { newExecutionId } from '../../../src/store/executions/record/execution-id.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPushedJobs } from '../../../src/store/executions/redis/redis-pushed-jobs.ts';
import { onlyController } from '../../support/controllers.ts';
import { flowText } from '../../support/gateway.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import type { Fault } from '../../support/stand-in-jenkins/fault-plan.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(flowText());
});
beforeEach(() => running.jenkins.misbehave([]));
afterAll(() => running.stop());

const builds = (id: string) =>
  running.jenkins
    .builds()
    .filter(({ parameters, result }) => parameters.FLOWGATE_EXECUTION_ID === id && result !== 'NOT_BUILT');
const trigger = 'buildWithParameters';

describe('while Jenkins misbehaves, an execution still has one build', () => {
  const faults: readonly (readonly [string, Fault])[] = [
    ['is down', { kind: 'down', times: 3 }],
    ['starts', { kind: 'starting', times: 3 }],
    ['trips over the trigger', { kind: 'failed', requests: trigger, times: 1 }],
    ['is shown by a proxy that wants a log-in', { kind: 'log-in', requests: trigger, times: 1 }],
    ['loses the answer to the trigger', { kind: 'lost', requests: trigger, times: 1 }],
    ['cuts the answer to the trigger', { kind: 'cut', requests: trigger, times: 1 }],
    ['loses the answer to a push', { kind: 'lost', requests: 'POST .*(createItem|config.xml)', times: 1 }],
    ['has lost the job', { kind: 'missing', requests: trigger, times: 1 }],
    ['breaks off while builds are followed', { kind: 'cut', requests: 'GET ', times: 4 }],
  ];

  it.each(faults)('Jenkins %s', async (_name, fault) => {
    running.jenkins.misbehave([fault]);
    const { body } = await running.run({ inputs: { user_name: 'Ada' } });
    expect((await running.until(body.id, 'SUCCESS')).trouble).toBeUndefined();
    expect(builds(body.id)).toHaveLength(1);
  });

  it('and the record shows what delays it', async () => {
    running.jenkins.misbehave([{ kind: 'starting' }]);
    const { body } = await running.run();
    const troubled = await running.until(body.id, ({ trouble }) => trouble !== undefined);
    expect(troubled.trouble).toContain('503');
    running.jenkins.misbehave([]);
    await running.until(body.id, 'SUCCESS');
  });
});

describe('what a person must fix', () => {
  it.each([
    ['a wrong token', { kind: 'unauthorised' as const }, '401'],
    ['a missing permission', { kind: 'forbidden' as const, requests: trigger }, '403'],
  ])('holds the execution up for a while, visibly: %s', async (_name, fault, status) => {
    running.jenkins.misbehave([fault]);
    const { body } = await running.run({ inputs: { user_name: 'Eve' } });
    const troubled = await running.until(body.id, ({ trouble }) => trouble !== undefined);
    expect(troubled.trouble).toContain(status);
    expect(troubled.troubleSince >= troubled.history[0].at).toBe(true);
    running.jenkins.misbehave([]);
    expect((await running.until(body.id, 'SUCCESS')).troubleSince).toBeUndefined();
    expect(builds(body.id)).toHaveLength(1);
  });

  it('does not touch a job that was disabled in Jenkins', async () => {
    await running.store(flowText({ id: 'halted' }));
    await request(running.gateway.app).post('/flows/examples/halted/push').set('x-oidc-sub', 'ada').expect(200);
    await running.gateway.jenkins!.disableJob({ namespace: 'examples', id: 'halted' });
    const { body } = await running.run({}, { flow: 'halted' });
    expect((await running.until(body.id, 'FAILED')).reason).toMatch(/disabled/i);
  });
});

describe('the job of a deleted flow', () => {
  it('is disabled, and enabled again when the flow is restored and run', async () => {
    await running.store(flowText({ id: 'gone' }));
    await running.until((await running.run({}, { flow: 'gone' })).body.id, 'SUCCESS');
    const path = '/flows/examples/gone';
    await request(running.gateway.app).delete(path).set('x-oidc-sub', 'ada').expect(204);
    const isDisabled = async () =>
      (await running.gateway.jenkins!.listJobs()).find(({ key }) => key.id === 'gone')?.disabled;
    while (!(await isDisabled())) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await running.run({ revision: 1 }, { flow: 'gone' })).status).toBe(409);
    await request(running.gateway.app).post(`${path}/revisions/1/restore`).set('x-oidc-sub', 'ada').expect(200);
    await running.until((await running.run({}, { flow: 'gone' })).body.id, 'SUCCESS');
    expect(await isDisabled()).toBe(false);
  });
});

describe('the job of a flow whose deletion was interrupted', () => {
  it('is disabled when the deletion is repeated', async () => {
    await running.store(flowText({ id: 'broken-off' }));
    await running.until((await running.run({}, { flow: 'broken-off' })).body.id, 'SUCCESS');
    vi.spyOn(RedisPushedJobs.prototype, 'retire').mockRejectedValueOnce(new AppError('store-unavailable', 'Gone.'));
    const remove = () => request(running.gateway.app).delete('/flows/examples/broken-off').set('x-oidc-sub', 'ada');
    await remove().expect(503);
    await remove().expect(404);
    const isDisabled = async () =>
      (await running.gateway.jenkins!.listJobs()).find(({ key }) => key.id === 'broken-off')?.disabled;
    while (!(await isDisabled())) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe('revisions', () => {
  it('run as requested, even concurrently', async () => {
    await running.store(flowText({ id: 'crossing' }));
    await running.store(flowText({ id: 'crossing', greeting: 'Hi' }));
    const ids = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) => (await running.run({ revision: 1 + (index % 2) }, { flow: 'crossing' })).body.id as string,
      ),
    );
    const digests = new Map<number, Set<string | undefined>>();
    for (const id of ids) {
      const { revision } = await running.until(id, 'SUCCESS');
      const [build, ...more] = builds(id);
      expect(more).toEqual([]);
      digests.set(revision, (digests.get(revision) ?? new Set()).add(build?.digest));
    }
    expect([...digests.values()].map(({ size }) => size)).toEqual([1, 1]);
  });

  it('are pushed again if the job was changed in the meantime', async () => {
    await running.store(flowText({ id: 'meddled' }));
    const first = await running.run({}, { flow: 'meddled' });
    await running.until(first.body.id, 'SUCCESS');
    const { flowPreparation, flows } = running.gateway.services;
    const { source } = await flows.stored({ namespace: 'examples', id: 'meddled' });
    const prepared = await flowPreparation.prepare(
      { ...source, bytes: Buffer.from(flowText({ id: 'meddled', greeting: 'Other' })) },
      { revision: 7 },
    );
    const settings = { vendor: 'vendor', prefix: 'VENDOR' };
    const taskTypes = running.gateway.services.taskTypes;
    const { job } = await new JobDefinitions(({ flow, revision, parameters }) =>
      transpileFlow(flow, { taskTypes, settings, revision, parameters }),
    ).of(prepared);
    await running.gateway.jenkins!.pushJob(job);
    const second = await running.run({}, { flow: 'meddled' });
    const ended = await running.until(second.body.id, 'SUCCESS');
    expect(ended.attempts).toBe(2);
    expect(builds(second.body.id)).toHaveLength(1);
    expect(builds(second.body.id)[0]?.digest).toBe(builds(first.body.id)[0]?.digest);
  });
});

describe('what a crash left behind', () => {
  it('is triggered if the gateway died before queueing it', async () => {
    const { services, redis } = running.gateway;
    const { entry, source } = await services.flows.stored({ namespace: 'examples', id: 'hello' });
    const at = new Date(Date.now() - 60_000);
    const id = newExecutionId(at);
    await new RedisExecutionStore(redis.redis).create({
      accepted: {
        id,
        flow: { namespace: 'examples', id: 'hello' },
        revision: entry.revision,
        subflows: [],
        actor: 'ada',
        labels: {},
        inputs: { user_name: 'Zoe' },
        messages: [],
      },
      source,
      at,
      secrets: {},
    });
    expect(await redis.redis.exists(`{flowgate}:triggers:${id}`)).toBe(0);
    await running.until(id, 'SUCCESS');
  });

  it('is swept if it is a secret, and nothing else is', async () => {
    const { ports, jobs } = running.gateway;
    const gateway = running.gateway.jenkins!;
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'long' }));
    const { body } = await running.run({}, { flow: 'long' });
    await running.until(body.id, 'RUNNING');
    const idsOf = (executionId: string) => {
      const { whole, parts } = credentialsOf(executionId, 'FLOWGATE_SECRET_A', 'first line\nsecond line');
      return [whole, ...parts].map(({ id }) => id);
    };
    const [kept, left, others] = [idsOf(body.id), idsOf(newExecutionId(new Date())), ['flowgate-of-somebody-else']];

    for (const id of [...kept, ...left, ...others]) await gateway.createSecret('examples', id, 'value');
    await new JenkinsUpkeep({ ...onlyController, ...ports, jobs, gateway }).sweepCredentials();
    expect([...running.jenkins.secrets('/job/flows/job/examples').keys()].toSorted()).toEqual(
      [...kept, ...others].toSorted(),
    );
    await request(running.gateway.app).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'ada').expect(202);
  });
});

describe('a build that was started by hand', () => {
  it('is adopted once', async () => {
    const { jenkins: gateway, jobs } = running.gateway;
    const { life } = running.gateway.ports;
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'manual' }));
    await request(running.gateway.app).post('/flows/examples/manual/push').set('x-oidc-sub', 'ada').expect(200);
    await gateway!.trigger({ namespace: 'examples', id: 'manual' }, new Map());
    const list = async () =>
      (await request(running.gateway.app).get('/executions?namespace=examples&flow_id=manual')).body.executions;
    while ((await list()).length === 0) {
      await new BuildAdopter({ ...onlyController, gateway: gateway!, life, jobs, now: () => new Date() }).adopt();
    }
    await new BuildAdopter({ ...onlyController, gateway: gateway!, life, jobs, now: () => new Date() }).adopt();
    const [adopted, ...more] = await list();
    expect(more).toEqual([]);
    expect(adopted).toMatchObject({ actor: `jenkins:${running.jenkins.user}`, state: 'RUNNING', build: { number: 1 } });
    running.jenkins.endTasks();
    expect(await running.until(adopted.id, 'SUCCESS')).toMatchObject({ tasks: [{ path: 'greet', state: 'SUCCESS' }] });
  });
});

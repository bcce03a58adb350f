import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { isDown, type ControllerLook } from '../../../src/engines/controllers/controller-states.ts';
import type { JenkinsController } from '../../../src/engines/controllers/controller.ts';
import { RedisControllerStates } from '../../../src/engines/controllers/redis-controller-states.ts';
import { jenkinsModule } from '../../../src/engines/jenkins/jenkins-module.ts';
import { fastPace } from '../../support/fast-pace.ts';
import {
  controllerAt,
  placedFlow,
  startSeveralControllers,
  type SeveralControllers,
} from '../../support/several-controllers.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';

const short = { tasks: [{ path: 'greet', milliseconds: 20 }] };
const long = { tasks: [{ path: 'greet', milliseconds: 60_000 }] };

let running: SeveralControllers<'eu' | 'lab'>;
let another: StandInJenkins | undefined;
afterEach(async () => {
  await running.stop();
  await another?.stop();
  another = undefined;
});

async function start(lab: Partial<JenkinsController> = {}, eu: Partial<JenkinsController> = {}): Promise<void> {
  running = await startSeveralControllers({ eu, lab: { namespaces: ['lab'], ...lab } });
}

interface Started {
  readonly id: string;
  readonly controller: string;
  readonly held: boolean;
}

async function started(namespace: string, plan = short): Promise<Started> {
  await running.store(placedFlow(namespace, plan));
  const answer = await running.run({}, { namespace });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body;
}

const states = () => new RedisControllerStates(running.gateway.redis.redis);

async function untilLook(name: string, isEnough: (look: ControllerLook) => boolean) {
  for (;;) {
    const look = (await states().looks()).get(name);
    if (look !== undefined && isEnough(look)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The engine of another process, whose file has another entry for `lab`. */
function openLab(lab: JenkinsController) {
  const { redis, ports, services } = running.gateway;
  const controllers = [...running.controllers.filter(({ name }) => name !== 'lab'), lab];
  const engines = jenkinsModule.open(
    {
      settings: { dataFolder: '', localExecutors: 1, minFreeBytes: 0 },
      controllers,
      states: states(),
      redis: redis.redis,
      ports,
      transpile: () => Promise.reject(new Error('not needed')),
      now: () => new Date(),
    },
    true,
  );
  const engine = engines.find(({ controller }) => controller?.name === 'lab')!;
  const work = engine.work({
    preparation: services.preparation,
    waits: services.waits,
    files: services.executionFiles,
    patterns: running.gateway.parts.patterns,
    pace: fastPace,
    report: () => undefined,
  })!;
  return { engine, work, close: () => engines.forEach((each) => each.close()) };
}

const follow = async ({ work }: ReturnType<typeof openLab>) =>
  work.rounds.find(({ name }) => name === 'follow builds')!.run(new AbortController().signal);

describe('a fallback', () => {
  it('gets new executions while its controller is down, and keeps them', async () => {
    await start({ fallback: 'eu' });
    expect((await started('lab')).controller).toBe('lab');
    running.jenkins.lab.misbehave([{ kind: 'down' }]);
    // Accepted before anyone knows that it is down.
    const early = await started('lab');
    expect(early.controller).toBe('lab');
    expect(await running.until(early.id, 'SUCCESS')).toMatchObject({ controller: 'eu', insteadOf: 'lab', attempts: 1 });
    const late = await started('lab');
    expect(late).toMatchObject({ controller: 'eu', insteadOf: 'lab' });
    await running.until(late.id, 'SUCCESS');
    running.jenkins.lab.misbehave([]);
    await untilLook('lab', ({ failingSince }) => failingSince === undefined);
    expect((await started('lab')).controller).toBe('lab');
  }, 60_000);

  it('gets what the limit of its controller holds up, and keeps to its own', async () => {
    await start({ fallback: 'eu', maxBuilds: 1 }, { maxBuilds: 1 });
    const asked = await started('lab', long);
    await running.until(asked.id, 'RUNNING');
    const holds = [await started('lab'), await started('lab')];
    expect(holds.map(({ controller, held }) => [controller, held])).toEqual([
      ['lab', true],
      ['lab', true],
    ]);
    running.jenkins.lab.misbehave([{ kind: 'down' }]);
    for (const { id } of holds)
      expect(await running.until(id, 'SUCCESS')).toMatchObject({ controller: 'eu', insteadOf: 'lab', attempts: 1 });
    expect(await running.read(asked.id)).toMatchObject({ controller: 'lab', state: 'RUNNING' });
    const uses = await running.gateway.ports.pools.uses(['controller:lab', 'controller:eu']);
    expect(uses.map(({ held, heldUp }) => [held, heldUp])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  }, 60_000);

  it('does not get what names a credential that only its controller has', async () => {
    await start({ fallback: 'eu', credentials: ['lab/deploy', 'lab/key'] }, { credentials: ['lab/deploy'] });
    running.jenkins.lab.misbehave([{ kind: 'down' }]);
    await untilLook('lab', isDown);
    await running.store(placedFlow('lab', short).replace('tasks:', 'inputs:\n  - {id: key, type: SECRET}\ntasks:'));
    const accepted = async (key: string) => {
      const { status, body } = await running.run({ inputs: { key } }, { namespace: 'lab' });
      return [status, body.controller, body.insteadOf];
    };
    expect(await accepted('credential:deploy')).toEqual([202, 'eu', 'lab']);
    expect(await accepted('credential:key')).toEqual([202, 'lab', undefined]);
    expect((await accepted('credential:none'))[0]).toBe(422);
  }, 60_000);

  it('does not get what was asked of its controller', async () => {
    await start({ fallback: 'eu' });
    running.jenkins.lab.misbehave([{ kind: 'lost', requests: 'buildWithParameters', times: 1 }]);
    const { id } = await started('lab');
    await running.until(id, ({ attempts }) => attempts === 1);
    running.jenkins.lab.misbehave([{ kind: 'down' }]);
    await untilLook('lab', isDown);
    running.jenkins.lab.misbehave([]);
    expect(await running.until(id, 'SUCCESS')).toMatchObject({ controller: 'lab' });
    expect(running.jenkins.eu.builds()).toEqual([]);
  }, 60_000);
});

describe('a draining controller', () => {
  it('takes no new executions', async () => {
    await start({ isDraining: true });
    await running.store(placedFlow('lab', short));
    const { status, body } = await running.run({}, { namespace: 'lab' });
    expect([status, body.type]).toEqual([503, 'urn:flowgate:problem:controller-draining']);
  });

  it('passes new executions on to its fallback', async () => {
    await start({ isDraining: true, fallback: 'eu' });
    expect(await started('lab')).toMatchObject({ controller: 'eu', insteadOf: 'lab' });
  });
});

describe('a URL that changes under running builds', () => {
  it('goes on if the same Jenkins is there', async () => {
    await start();
    const { id } = await started('lab', long);
    await running.until(id, 'RUNNING');
    const other = openLab({
      ...running.controllers[1]!,
      url: running.jenkins.lab.url.replace('127.0.0.1', 'localhost'),
    });
    await expect(follow(other)).resolves.toBeUndefined();
    expect((await running.read(id)).trouble).toBeUndefined();
    other.close();
  });

  it('does not take builds of another Jenkins for its own, and waits', async () => {
    await start();
    const { id } = await started('lab', long);
    await running.until(id, 'RUNNING');
    another = await StandInJenkins.start();
    const other = openLab(controllerAt('lab', another, { namespaces: ['lab'] }));
    await expect(follow(other)).rejects.toThrow(/is not the Jenkins that runs the executions of the controller "lab"/);
    await expect(other.engine.stop(await (running.gateway.ports.store.read(id) as never))).resolves.toBeUndefined();
    expect(another.requests.filter((asked) => asked !== 'GET /login')).toEqual([]);
    expect(await running.read(id)).toMatchObject({ state: 'RUNNING' });
    other.close();
  });

  it('begins anew with another Jenkins once nothing runs, without the files of the one before', async () => {
    await start();
    const { id } = await started('lab', { ...short, artifacts: { 'a.txt': 'old' } } as never);
    await running.until(id, 'SUCCESS');
    another = await StandInJenkins.start();
    const other = openLab(controllerAt('lab', another, { namespaces: ['lab'] }));
    const record = (await running.gateway.ports.store.read(id))!;
    await expect(follow(other)).resolves.toBeUndefined();
    await expect(other.engine.artifacts(record)).resolves.toEqual([]);
    expect(another.requests.filter((asked) => asked !== 'GET /login')).toEqual([]);
    other.close();
  });
});

it('does not use a Jenkins under two names', async () => {
  await start();
  await running.until((await started('eu')).id, 'SUCCESS');
  const twin = openLab(controllerAt('lab', running.jenkins.eu, { namespaces: ['lab'] }));
  await expect(Object.values(twin.engine.checks)[0]!()).rejects.toThrow(
    `The server at ${running.jenkins.eu.url} is already the controller "eu".`,
  );
  twin.close();
  const names = ['first', 'second'];
  const registration = { identity: 'of a third Jenkins', url: 'https://third.example', since: '' };
  const owners = await Promise.all(
    names.map((name) =>
      states().register(
        name,
        registration,
        names.filter((other) => other !== name),
      ),
    ),
  );
  expect(new Set(owners).size, 'the owners of one that two names register at once').toBe(1);
});

it('runs no more builds at once than max_builds, and takes another limit at once', async () => {
  await start({ maxBuilds: 2 });
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push((await started('lab', long)).id);
  for (const id of ids.slice(0, 2)) await running.until(id, 'RUNNING');
  expect((await running.read(ids[2]!)).state).toBe('CREATED');
  expect(await running.gateway.ports.store.countOn('lab', ['eu'])).toEqual({ open: 4, followed: 2 });
  const other = openLab({ ...running.controllers[1]!, maxBuilds: 3 });
  await other.work.rounds.find(({ name }) => name === 'keep the limit of builds')!.run(new AbortController().signal);
  await running.until(ids[2]!, 'RUNNING');
  for (const id of ids.slice(0, 2))
    await request(running.gateway.app).post(`/executions/${id}/stop`).set('x-oidc-sub', 'ada').expect(202);
  await running.until(ids[3]!, 'RUNNING');
  other.close();
});

it('lists the controllers, and is ready while one of them can be used', async () => {
  await start({ maxBuilds: 2, fallback: 'eu' });
  const { id } = await started('lab', long);
  await running.until(id, 'RUNNING');
  running.jenkins.eu.misbehave([{ kind: 'down' }]);
  await untilLook('eu', isDown);
  await untilLook('lab', () => true);
  const { body } = await request(running.gateway.app).get('/controllers').set('x-oidc-sub', 'ada').expect(200);
  expect(body.controllers).toMatchObject([
    { name: 'eu', state: 'down', reason: expect.stringContaining('unreachable'), running: 0, namespaces: [] },
    {
      name: 'lab',
      url: expect.stringContaining(running.jenkins.lab.url),
      state: 'ok',
      version: '2.528.1',
      running: 1,
      open: 1,
      queueDepth: 0,
      maxBuilds: 2,
      fallback: 'eu',
      namespaces: ['lab'],
      executors: { busy: expect.any(Number), total: expect.any(Number) },
    },
  ]);
  const metrics = (await request(running.gateway.app).get('/metrics')).text;
  expect(metrics).toContain('flowgate_controller_up{controller="eu"} 0');
  expect(metrics).toContain('flowgate_controller_running_executions{controller="lab"} 1');
});

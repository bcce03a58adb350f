import { afterEach, describe, expect, it } from 'vitest';
import { isDown } from '../../../src/engines/controllers/controller-states.ts';
import { leaveFormerControllers } from '../../../src/engines/controllers/former-controllers.ts';
import { RedisControllerStates } from '../../../src/engines/controllers/redis-controller-states.ts';
import { RedisPushedJobs } from '../../../src/store/executions/redis/redis-pushed-jobs.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { placedFlow, startSeveralControllers, type SeveralControllers } from '../../support/several-controllers.ts';

const long = { tasks: [{ path: 'greet', milliseconds: 60_000 }] };

let running: SeveralControllers<'eu' | 'lab'>;
afterEach(() => running.stop());

async function start(): Promise<void> {
  running = await startSeveralControllers({ eu: {}, lab: { namespaces: ['lab'] } });
}

async function started(namespace: string, plan = long): Promise<{ readonly id: string }> {
  await running.store(placedFlow(namespace, plan));
  return (await running.run({}, { namespace })).body;
}

const states = () => new RedisControllerStates(running.gateway.redis.redis);

async function untilDown(name: string): Promise<void> {
  while (!isDown((await states().looks()).get(name))) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a controller that is no longer configured', () => {
  const warnings: string[] = [];
  const leave = async (configured: readonly string[], forgotten: readonly string[] = []) => {
    const { ports, redis } = running.gateway;
    warnings.length = 0;
    await leaveFormerControllers({
      ...ports,
      states: states(),
      removeJobs: (name) => new RedisPushedJobs(redis.redis, name).removeAll(),
      configured,
      forgotten,
      warn: (message) => warnings.push(message),
    });
  };

  it('prevents the start while it has open executions, unless they are given up', async () => {
    await start();
    const { id } = await started('lab', long);
    await running.until(id, 'RUNNING');
    await expect(leave(['eu', 'lab'])).resolves.toBeUndefined();
    await expect(leave(['eu'])).rejects.toThrow(
      `The controller lab is no longer in FLOWGATE_CONTROLLERS, but has executions that have not ended: ${id}. Put it back with "draining: true" until they have ended; FLOWGATE_FORGET_CONTROLLERS=lab gives them up as FAILED.`,
    );
    await leave(['eu'], ['lab']);
    expect(await running.read(id)).toMatchObject({
      state: 'FAILED',
      reason: 'The controller lab is no longer configured, and was given up (FLOWGATE_FORGET_CONTROLLERS).',
    });
    await expect(leave(['eu'])).resolves.toBeUndefined();
    expect(warnings).toEqual([]);
    const { redis } = running.gateway.redis;
    expect(await redis.keys('*pushed-on:lab:*')).toEqual([]);
    expect(await redis.keys('*triggers-lab:*')).toEqual([]);
  });

  it('is not given up without need, which the log says', async () => {
    await start();
    await leave(['eu', 'lab'], ['eu', 'nope']);
    expect(warnings).toEqual([
      'FLOWGATE_FORGET_CONTROLLERS=eu has no effect: it is still configured.',
      'FLOWGATE_FORGET_CONTROLLERS=nope has no effect: no controller of that name is known.',
    ]);
  });

  it('has its own name also if it could never be used', async () => {
    await start();
    running.jenkins.lab.misbehave([{ kind: 'down' }]);
    await untilDown('lab');
    const { id } = await started('lab');
    await running.gateway.redis.redis.hdel(redisKey.controllers, 'lab');
    await expect(leave(['eu'])).rejects.toThrow(
      `The controller lab is no longer in FLOWGATE_CONTROLLERS, but has executions that have not ended: ${id}.`,
    );
  });

  it('can be that of JENKINS_URL, whose executions need not name it', async () => {
    await start();
    const { redis } = running.gateway.redis;
    const { id } = await started('lab', long);
    await running.until(id, 'RUNNING');
    await redis.hdel(redisKey.execution(id), 'controller');
    for (const index of [redisKey.controllerExecutions, redisKey.followedExecutions])
      await redis.zrem(index('lab'), id);
    await expect(leave(['eu', 'lab'])).rejects.toThrow(
      `The controller default is no longer in JENKINS_URL, but has executions that have not ended: ${id}.`,
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExecutionPorts, type OpenExecutionPorts } from '../../src/composition/open-execution-ports.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { StandInJenkins } from '../support/stand-in-jenkins/stand-in-jenkins.ts';

let test: TestRedis;
let jenkins: StandInJenkins;
let opened: OpenExecutionPorts;

beforeAll(async () => {
  [test, jenkins] = await Promise.all([startTestRedis(), StandInJenkins.start()]);
  const { url, user, token } = jenkins;
  opened = openExecutionPorts(
    {
      jenkins: { url, user, token, folder: 'flows', credentials: [] },
      key: 'the key of a test',
      redisUrl: undefined,
      dataFolder: 'none',
    },
    test.redis,
  );
});
afterAll(async () => {
  await opened.close();
  await Promise.all([jenkins.stop(), test.stop()]);
});

it('seals nothing without a key or with an empty one', async () => {
  const keyless = openExecutionPorts({ key: undefined, redisUrl: 'redis://elsewhere', dataFolder: 'none' }, test.redis);
  expect(keyless.ports.vault).toBeUndefined();
  await expect(
    keyless.triggers.webhookKeys.make(
      { flow: { namespace: 'examples', id: 'hello' }, triggerId: 'pushed' },
      { createdAt: '', createdBy: '' },
    ),
  ).rejects.toMatchObject({ code: 'key-not-configured' });
  await keyless.close();
});

describe('the check of Jenkins', () => {
  it('returns the version while Jenkins answers, and reports why it fails', async () => {
    const check = opened.checks.jenkins!;
    await expect(check()).resolves.toMatch(/^\d+\./);
    jenkins.misbehave([{ kind: 'starting' }]);
    await expect(check()).rejects.toThrow('Jenkins answered 503 to GET /api/json.');
    jenkins.misbehave([{ kind: 'silent' }]);
    await expect(check()).rejects.toThrow('Jenkins did not answer within 3 seconds.');
  });
});

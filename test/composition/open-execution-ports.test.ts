import { expect, it } from 'vitest';
import { openExecutionPorts } from '../../src/composition/open-execution-ports.ts';
import { startTestRedis } from '../support/redis.ts';

it('seals nothing without a key or with an empty one', async () => {
  const test = await startTestRedis();
  const keyless = openExecutionPorts({ key: undefined, redisUrl: 'redis://elsewhere', dataFolder: 'none' }, test.redis);
  expect(keyless.ports.vault).toBeUndefined();
  await expect(
    keyless.triggers.webhookKeys.make(
      { flow: { namespace: 'examples', id: 'hello' }, triggerId: 'pushed' },
      { createdAt: '', createdBy: '' },
    ),
  ).rejects.toMatchObject({ code: 'key-not-configured' });
  await keyless.close();
  await test.stop();
});

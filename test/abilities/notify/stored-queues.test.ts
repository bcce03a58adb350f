import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { startLocalGateway } from '../../support/running-gateway.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const flow = `id: hello
namespace: web
description: Has ended.
tasks:
  - {id: greet, type: dev.vendor.plugin.core.log.Log, message: done}
`;
const sha = 'c0ca103441b9fa7f369be8d24a6f20db44dfddf7';
const digestOf = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 12);
/** How Flowgate 0.2.0 queues a message. */
const options = {
  attempts: 8,
  backoff: { type: 'custom' },
  removeOnComplete: { count: 1000 },
  removeOnFail: { count: 1000, age: 604_800 },
};

it('what Flowgate 0.2.0 has queued, collected or sealed for receivers is delivered', async () => {
  const receiver = await WebhookReceiver.start();
  const at = (path: string) => `${receiver.url}${path}`;
  const running = await startLocalGateway({
    eventReceivers: loadConfiguration({ FLOWGATE_NOTIFY_URL: `robotics=${at('/setting')}` }).eventReceivers,
    receivers: {
      receivers: [
        { name: 'url:audit', kind: 'url', namespaces: ['web'], url: at('/audit'), secrets: [] },
        { name: 'slack:queued', kind: 'slack', namespaces: ['web'], url: at('/queued') },
        { name: 'slack:collected', kind: 'slack', namespaces: ['web'], url: at('/collected') },
        { name: 'teams:sealed', kind: 'teams', namespaces: ['web'], url: at('/sealed') },
      ],
      defaults: [],
      commitStatus: [
        { namespaces: ['web'], provider: 'gitea', url: at('/forge'), token: 'T0KEN', repositories: ['acme/*'] },
      ],
    },
    delivery: { pace: { delay: 50, interval: 50 } },
  });
  await running.store(flow);
  const { body } = await running.run({}, { namespace: 'web' });
  const { id } = await running.until(body.id, 'SUCCESS');

  const { redis } = running.gateway.redis;
  const item = { id: `${id}-4`, on: 'SUCCESS', executionId: id, flow: { namespace: 'web', id: 'hello' } };
  const queued = [
    [digestOf(at('/setting')), { id: 'event-1', body: '{"of":"the settings"}' }],
    ['url-audit', { id: 'event-2', body: '{"of":"the file"}' }],
    ['slack-queued', { id: item.id, items: [item] }],
    [`status-${digestOf(at('/forge'))}`, { id: `${id}-4`, executionId: id, commit: { repository: 'acme/shop', sha } }],
  ] as const;
  for (const [name, data] of queued) {
    const queue = new Queue(`notifications-${name}`, { connection: redis, prefix: '{flowgate}' });
    await queue.add('event', data, { ...options, jobId: data.id });
    await queue.close();
  }
  const key = (kind: string, name: string) => `{flowgate}:notifications:${kind}:${name}`;
  await redis.rpush(key('collected', 'slack-collected'), JSON.stringify(item));
  await redis.hset(key('collecting', 'slack-collected'), { since: Date.now() });
  await redis.hset(key('collecting', 'teams-sealed'), { sealed: JSON.stringify([item]), sent: Date.now() });

  const bodies = () => new Map(receiver.received.map((each) => [each.path, each.body]));
  while (bodies().size < 6) await sleep(20);
  expect(bodies().get('/setting')).toBe('{"of":"the settings"}');
  expect(bodies().get('/audit')).toBe('{"of":"the file"}');
  for (const path of ['/queued', '/collected', '/sealed'])
    expect(bodies().get(path)).toContain('web/hello #1 succeeded');
  expect(bodies().get(`/forge/api/v1/repos/acme/shop/statuses/${sha}`)).toContain('"state":"success"');
  expect(receiver.received).toHaveLength(6);
  await running.stop();
  await receiver.stop();
});

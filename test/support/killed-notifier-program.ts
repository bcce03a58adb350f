/*
 * Delivers notifications until it is killed: it relays the changes of executions, and sends messages, as a worker does.
 * Arguments: the socket of Redis, and the URL of the receivers. Prints a line when it has begun.
 */
import { pino } from 'pino';
import { openNotifications } from '../../src/abilities/notify/open-notifications.ts';
import { loadConfiguration } from '../../src/base/config/load-configuration.ts';
import { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import { closedRedis, connectWaitingRedis } from '../../src/store/redis/connect-redis.ts';

const [socketPath = '', url = ''] = process.argv.slice(2);
const address = { socketPath };
const redis = closedRedis(address, () => undefined);
await redis.connect();
const store = new RedisExecutionStore(redis);
const notifications = openNotifications(
  loadConfiguration({ FLOWGATE_NOTIFY_URL: `${url}/setting`, FLOWGATE_NOTIFY_EVENTS: 'ended' }).eventReceivers,
  {
    receivers: [
      { name: 'url:each', kind: 'url', namespaces: ['*'], url: `${url}/each`, secrets: [] },
      { name: 'slack:people', kind: 'slack', namespaces: ['*'], url: `${url}/people` },
    ],
    defaults: [{ namespaces: ['*'], notify: [{ on: ['FAILED'], to: ['url:each', 'slack:people'] }] }],
    commitStatus: [],
  },
  {
    redis,
    publicUrl: 'https://flowgate.example',
    store,
    notified: {
      notifyOf: async () => undefined,
      commitOf: async () => undefined,
      visible: (record) => ({ ...record, isPartial: false }),
      view: async (id) => {
        const record = await store.read(id);
        return record && { record, lastLines: async () => [] };
      },
    },
    logger: pino({ level: 'silent' }),
    report: () => undefined,
    delivery: { delays: [50, 50, 50, 50, 50, 50, 50], pace: { delay: 100, interval: 100 } },
  },
);
const { rounds } = notifications.deliver(connectWaitingRedis(address));
const { signal } = new AbortController();
process.stdout.write('begun\n');
for (;;) {
  for (const round of rounds) await round.run(signal).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

import type { NotificationConfiguration } from '../../base/config/configuration.ts';
import { packageVersion } from '../../base/config/package-root.ts';
import type { StateEvents } from '../../store/executions/record/state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { BullNotificationQueue } from './bull-notification-queue.ts';
import { BullNotificationWorker } from './bull-notification-worker.ts';
import { CloudEventSink } from './cloud-event-sink.ts';
import { EventSender } from './event-sender.ts';
import { warnOfLoss, type Channel } from './notification-channel.ts';
import { countsByOrigin, retryDelays } from './notification-queue.ts';
import { Receivers } from './receivers.ts';

/** The receivers of `FLOWGATE_NOTIFY_URL`, which are told of each change of state. */
export function openEventReceivers(
  { receivers: declared, secrets, events: tells }: NotificationConfiguration,
  { redis, events, publicUrl }: { redis: RedisConnection; events: StateEvents; publicUrl: string | undefined },
): Channel {
  const receivers = new Receivers(declared);
  const attempts = retryDelays.length + 1;
  const queues = new Map(
    receivers.all.map((receiver) => [receiver, new BullNotificationQueue(receiver.name, redis, attempts)]),
  );
  return {
    queues: receivers.all.map(({ name }) => name),
    counts: async () =>
      countsByOrigin(
        await Promise.all([...queues].map(async ([{ origin }, queue]) => [origin, await queue.counts()] as const)),
      ),
    deliver: ({ logger, report, observe, delays = retryDelays, timeout }, connection) => {
      const sender = new EventSender({ secrets, version: packageVersion(), now: () => new Date(), timeout });
      const warn = ({ origin }: { readonly origin: string }) => warnOfLoss(logger, origin);
      const workers = receivers.all.map(
        ({ name, url, origin }) =>
          new BullNotificationWorker({
            receiver: name,
            connection,
            send: (message) => sender.send(url, message),
            delays,
            report: (error) => report(error, 'notify'),
            attempted: (outcome, { id }, reason) => {
              observe?.(outcome);
              if (outcome === 'failed') logger.warn({ receiver: origin, event: id, reason }, 'notification given up');
            },
          }),
      );
      return {
        sink: new CloudEventSink({ events, receivers, queues, tells, publicUrl, warn }),
        rounds: [],
        stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
      };
    },
    close: async () => void (await Promise.all([...queues.values()].map((queue) => queue.close()))),
  };
}

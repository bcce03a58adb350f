import { packageVersion } from '../config/package-root.ts';
import type { StateEvents } from '../execution/record/state-events.ts';
import { flowName } from '../language/flow/flow-key.ts';
import { RepeatedWarnings } from '../log/repeated-warnings.ts';
import { BullNotificationQueue } from '../notifications/bull-notification-queue.ts';
import { BullNotificationWorker } from '../notifications/bull-notification-worker.ts';
import { RedisSentStatuses } from '../notifications/commit-status/redis-sent-statuses.ts';
import { StatusSender } from '../notifications/commit-status/status-sender.ts';
import { StatusSink, type StatusMessage } from '../notifications/commit-status/status-sink.ts';
import { StatusTargets } from '../notifications/commit-status/status-targets.ts';
import { retryDelays } from '../notifications/notification-queue.ts';
import type { StatusTarget } from '../notifications/receiver-file.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import { warnOfLoss, type Channel } from './notification-channel.ts';

/** The forges of the operator's file, on which commits show the states of executions. */
export function openCommitStatuses(
  declared: readonly StatusTarget[],
  { redis, events, publicUrl }: { redis: RedisConnection; events: StateEvents; publicUrl: string | undefined },
): Channel {
  const targets = new StatusTargets(declared);
  const attempts = retryDelays.length + 1;
  const queues = new Map(
    targets.addresses.map((address) => [
      address,
      new BullNotificationQueue<StatusMessage>(address.queue, redis, attempts),
    ]),
  );
  return {
    queues: targets.addresses.map(({ queue }) => queue),
    counts: async () =>
      new Map(await Promise.all([...queues].map(async ([{ name }, queue]) => [name, await queue.counts()] as const))),
    deliver: ({ notified, logger, report, observe, delays = retryDelays, timeout }, connection) => {
      const warnings = new RepeatedWarnings(logger);
      const sent = new RedisSentStatuses(redis);
      const view = (id: string) => notified.view(id);
      const sender = new StatusSender({ targets, view, sent, version: packageVersion(), publicUrl, timeout });
      const workers = targets.addresses.map(
        (address) =>
          new BullNotificationWorker<StatusMessage>({
            receiver: address.queue,
            connection,
            send: (message, isRetry) => sender.send(address, message, isRetry),
            delays,
            report: (error) => report(error, 'notify'),
            attempted: (outcome, { id }, reason) => {
              observe?.(outcome);
              if (outcome === 'failed')
                logger.warn({ receiver: address.name, event: id, reason }, 'commit status given up');
            },
          }),
      );
      return {
        sink: new StatusSink({
          events,
          targets,
          queues,
          commitOf: (record) => notified.commitOf(record),
          unusable: (flow, reason) => warnings.warn({ flow: flowName(flow), reason }, 'commit status not shown'),
          warn: ({ name }) => warnOfLoss(logger, name),
        }),
        rounds: [],
        stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
      };
    },
    close: async () => void (await Promise.all([...queues.values()].map((queue) => queue.close()))),
  };
}

import { packageVersion } from '../../base/config/package-root.ts';
import { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { StateEvents } from '../../store/executions/record/state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { BullNotificationQueue } from './bull-notification-queue.ts';
import { BullNotificationWorker } from './bull-notification-worker.ts';
import { RedisSentStatuses } from './commit-status/redis-sent-statuses.ts';
import { StatusSender } from './commit-status/status-sender.ts';
import { StatusSink, type StatusMessage } from './commit-status/status-sink.ts';
import { StatusTargets } from './commit-status/status-targets.ts';
import { warnOfLoss, type Channel } from './notification-channel.ts';
import { retryDelays } from './notification-queue.ts';
import type { StatusTarget } from './receiver-file.ts';
import { RedisReceiverStates } from './redis-receiver-states.ts';

/** The forges of the operator's file, on which commits show the states of executions. */
export function openCommitStatuses(
  declared: readonly StatusTarget[],
  { redis, events, publicUrl }: { redis: RedisConnection; events: StateEvents; publicUrl: string | undefined },
): Channel {
  const targets = new StatusTargets(declared);
  const states = new RedisReceiverStates(redis);
  const attempts = retryDelays.length + 1;
  const queues = new Map(
    targets.addresses.map((address) => [
      address,
      new BullNotificationQueue<StatusMessage>(address.queue, redis, attempts),
    ]),
  );
  return {
    queues: targets.addresses.map(({ queue }) => queue),
    forges: [...queues].map(([{ name, namespaces, queue: of }, queue]) => ({
      name,
      namespaces,
      report: async () => {
        const [counts, state, nextAttemptAt] = await Promise.all([queue.counts(), states.read(of), queue.nextRetry()]);
        return { ...counts, ...state, nextAttemptAt };
      },
    })),
    counts: async () =>
      new Map(await Promise.all([...queues].map(async ([{ name }, queue]) => [name, await queue.counts()] as const))),
    deliver: (parts, connection) => {
      const { notified, logger, report, observe, delays = retryDelays, timeout, now = () => new Date() } = parts;
      const warnings = new RepeatedWarnings(logger);
      const sent = new RedisSentStatuses(redis);
      const view = (id: string) => notified.view(id);
      const sender = new StatusSender({ targets, view, sent, version: packageVersion(), publicUrl, timeout });
      const note = (noted: Promise<void>) => void noted.catch((error: unknown) => report(error, 'notify')); // it is only shown
      const workers = targets.addresses.map((address) => {
        let lastReason: string | undefined;
        return new BullNotificationWorker<StatusMessage>({
          receiver: address.queue,
          connection,
          send: async (message, isRetry) => {
            if (!(await sender.send(address, message, isRetry))) return;
            lastReason = undefined;
            note(states.noteSent(address.queue, now()));
          },
          delays,
          report: (error) => report(error, 'notify'),
          attempted: (outcome, { id }, reason) => {
            observe?.(outcome);
            if (reason === undefined) return;
            note(states.noteFailure(address.queue, now(), reason));
            const fields = { receiver: address.name, event: id, reason };
            if (outcome === 'failed') logger.warn(fields, 'commit status given up');
            // Each status of a day would repeat it.
            else if (outcome === 'retried' && reason !== lastReason)
              logger.warn(fields, 'commit status not taken; retrying');
            lastReason = reason;
          },
        });
      });
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

import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { packageVersion } from '../config/package-root.ts';
import type { Round } from '../execution/leader-loop.ts';
import type { ExecutionStore } from '../execution/record/execution-store.ts';
import { RedisStateEvents } from '../execution/redis/redis-state-events.ts';
import { BullNotificationQueue } from '../notifications/bull-notification-queue.ts';
import { BullNotificationWorker, type AttemptOutcome } from '../notifications/bull-notification-worker.ts';
import { EventRelay } from '../notifications/event-relay.ts';
import { EventSender } from '../notifications/event-sender.ts';
import { countsByOrigin, retryDelays, type NotificationCounts } from '../notifications/notification-queue.ts';
import { Receivers } from '../notifications/receivers.ts';
import { connectWaitingRedis, type RedisAddress, type RedisConnection } from '../store/redis/connect-redis.ts';

/** Notifies receivers of execution state changes, and provides the metrics for that. */
export interface OpenNotifications {
  /** For each receiver, by its origin. */
  counts(): Promise<ReadonlyMap<string, NotificationCounts>>;
  /** How many events were lost because a receiver had too many. */
  lost(): Promise<number>;
  /** Starts the deliveries of this process; `stop` ends them. */
  deliver(parts: DeliveryParts): Deliveries;
  close(): Promise<void>;
}

export interface DeliveryParts {
  readonly store: Pick<ExecutionStore, 'read'>;
  readonly address: RedisAddress;
  readonly logger: Logger;
  readonly report: (error: unknown, what: string) => void;
  /** Called after each attempt. */
  readonly observe?: ((outcome: AttemptOutcome) => void) | undefined;
  /** Milliseconds before each retry. */
  readonly delays?: readonly number[];
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number;
}

export interface Deliveries {
  /** What one worker does periodically. */
  readonly rounds: readonly Round[];
  stop(): Promise<void>;
}

const relayMilliseconds = 250;

/** @returns undefined if notifications are disabled */
export function openNotifications(
  { notifications, publicUrl }: Pick<Configuration, 'notifications' | 'publicUrl'>,
  redis: RedisConnection,
): OpenNotifications | undefined {
  if (notifications === undefined) return undefined;
  const { secrets, events: tells } = notifications;
  const receivers = new Receivers(notifications.receivers);
  const events = new RedisStateEvents(redis);
  const attempts = retryDelays.length + 1;
  const queues = new Map(
    receivers.all.map((receiver) => [receiver, new BullNotificationQueue(receiver.name, redis, attempts)]),
  );
  return {
    counts: async () =>
      countsByOrigin(
        await Promise.all([...queues].map(async ([{ origin }, queue]) => [origin, await queue.counts()] as const)),
      ),
    lost: () => events.lost(),
    deliver: ({ store, address, logger, report, observe, delays = retryDelays, timeout }) => {
      const connection = connectWaitingRedis(address);
      const version = packageVersion();
      const sender = new EventSender({ secrets, version, now: () => new Date(), ...(timeout && { timeout }) });
      const warn = ({ origin }: { readonly origin: string }) =>
        logger.warn(
          { receiver: origin },
          'too many notifications are waiting for a receiver; further ones are dropped',
        );
      const relay = new EventRelay({ events, store, receivers, queues, tells, publicUrl, warn });
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
        rounds: [{ name: 'relay notifications', everyMilliseconds: relayMilliseconds, run: () => relay.relay() }],
        stop: async () => {
          await Promise.all(workers.map((worker) => worker.stop()));
          connection.disconnect();
        },
      };
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

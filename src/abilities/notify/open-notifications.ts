import type { Configuration } from '../../base/config/configuration.ts';
import { RedisStateEvents } from '../../store/executions/redis/redis-state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { EventRelay } from './event-relay.ts';
import type { Deliveries, DeliveryParts } from './notification-channel.ts';
import type { NotificationCounts } from './notification-queue.ts';
import { openCommitStatuses } from './open-commit-statuses.ts';
import { openDeclaredReceivers } from './open-declared-receivers.ts';
import { openEventReceivers } from './open-event-receivers.ts';
import type { ReceiverFile } from './receiver-file.ts';
import type { ReceiverPorts } from './receiver-service.ts';

/** Notifies receivers of execution state changes, and provides the metrics for that. */
export interface OpenNotifications {
  /** The counts by receiver: the origin of its URL, or its name in the operator's file. */
  counts(): Promise<ReadonlyMap<string, NotificationCounts>>;
  /** How many events were lost because a receiver had too many. */
  lost(): Promise<number>;
  /**
   * Starts the deliveries of this process; `stop` ends them.
   * @param connection a dedicated one that waits until Redis is available
   */
  deliver(parts: DeliveryParts, connection: RedisConnection): Deliveries;
  /** The receivers that flows notify; undefined without any. */
  readonly receivers?: ReceiverPorts | undefined;
  /** The names of the queues. */
  readonly queues: readonly string[];
  close(): Promise<void>;
}

const relayMilliseconds = 250;

/**
 * @param file the operator's receivers
 * @returns undefined if notifications are disabled
 */
export function openNotifications(
  { notifications, publicUrl }: Pick<Configuration, 'notifications' | 'publicUrl'>,
  file: ReceiverFile | undefined,
  redis: RedisConnection,
): OpenNotifications | undefined {
  const events = new RedisStateEvents(redis);
  const common = { redis, events, publicUrl };
  const channels = [
    ...(notifications === undefined ? [] : [openEventReceivers(notifications, common)]),
    ...(file === undefined ? [] : [openDeclaredReceivers(file, common), openCommitStatuses(file.commitStatus, common)]),
  ];
  if (channels.length === 0) return undefined;
  const declared = channels.find(({ receivers }) => receivers !== undefined)?.receivers;
  return {
    counts: async () =>
      new Map((await Promise.all(channels.map((channel) => channel.counts()))).flatMap((counts) => [...counts])),
    lost: () => events.lost(),
    deliver: (parts, connection) => {
      const opened = channels.map((channel) => channel.deliver(parts, connection));
      const relay = new EventRelay({ events, store: parts.store, sinks: opened.map(({ sink }) => sink) });
      return {
        rounds: [
          { name: 'relay notifications', everyMilliseconds: relayMilliseconds, run: () => relay.relay() },
          ...opened.flatMap(({ rounds }) => rounds),
        ],
        stop: async () => void (await Promise.all(opened.map((channel) => channel.stop()))),
      };
    },
    receivers: declared && { ...declared, forges: channels.flatMap(({ forges = [] }) => forges) },
    queues: channels.flatMap(({ queues }) => queues),
    close: async () => void (await Promise.all(channels.map((channel) => channel.close()))),
  };
}

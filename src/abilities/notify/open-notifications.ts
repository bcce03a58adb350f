import type { EventReceiver } from '../../base/config/event-receivers.ts';
import { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import { RedisStateEvents } from '../../store/executions/redis/redis-state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import type { Work } from '../parts/ability.ts';
import { usualDelivery, type BullDeliveryLane, type Delivery } from './bull-delivery-lane.ts';
import { EventRelay } from './event-relay.ts';
import type { ChannelParts, NotificationChannel } from './notification-channel.ts';
import type { NotificationCounts } from './notification-queue.ts';
import { openCommitStatuses } from './open-commit-statuses.ts';
import { openReceivers } from './open-receivers.ts';
import type { ReceiverFile } from './receiver-file.ts';
import type { ReceiverPorts } from './receiver-service.ts';

/** Notifies receivers of execution state changes, and provides the metrics for that. */
export interface OpenNotifications {
  /** The counts by the names of receivers. */
  counts(): Promise<ReadonlyMap<string, NotificationCounts>>;
  /** How many messages were lost because a receiver had too many. */
  lost(): Promise<number>;
  /**
   * Starts the deliveries of this process.
   * @param connection a dedicated one that waits until Redis is available
   */
  deliver(connection: RedisConnection): Required<Work>;
  readonly receivers: ReceiverPorts;
  /** The names of the queues. */
  readonly queues: readonly string[];
  close(): Promise<void>;
}

const relayMilliseconds = 250;

/**
 * @param ofSettings the receivers that the settings declare
 * @param file the operator's receivers
 */
export function openNotifications(
  ofSettings: readonly EventReceiver[],
  file: ReceiverFile | undefined,
  given: Omit<ChannelParts, 'events' | 'delivery' | 'warnings'> & { readonly delivery?: Partial<Delivery> | undefined },
): OpenNotifications {
  const events = new RedisStateEvents(given.redis);
  const delivery = { ...usualDelivery, ...given.delivery };
  const parts = { ...given, events, delivery, warnings: new RepeatedWarnings(given.logger) };
  const receivers = openReceivers(ofSettings, file, parts);
  const forges = file && openCommitStatuses(file.commitStatus, parts);
  const channels: readonly NotificationChannel[] = [receivers, ...(forges ? [forges] : [])];
  const lanes = channels.flatMap((channel) => channel.lanes);
  const relay = new EventRelay({ events, store: given.store, sinks: channels.map(({ sink }) => sink) });
  return {
    counts: () => countsByName(lanes),
    lost: () => events.lost(),
    deliver: (connection) => {
      for (const lane of lanes) lane.begin(connection);
      return {
        rounds: [
          { name: 'relay notifications', everyMilliseconds: relayMilliseconds, run: () => relay.relay() },
          ...channels.flatMap(({ rounds = [] }) => rounds),
        ],
        stop: async () => void (await Promise.all(lanes.map((lane) => lane.stop()))),
      };
    },
    receivers: { ...receivers.ports, forges: forges?.lanes ?? [] },
    queues: lanes.map(({ address }) => address.queue),
    close: async () => {
      for (const channel of channels) channel.close?.();
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

/** Receivers of one name share a row: the path of a URL, which can contain a token, is not shown. */
export async function countsByName(
  lanes: readonly Pick<BullDeliveryLane, 'address' | 'counts'>[],
): Promise<ReadonlyMap<string, NotificationCounts>> {
  const sums = new Map<string, NotificationCounts>();
  const counted = lanes.map(async (lane) => [lane.address.name, await lane.counts()] as const);
  for (const [name, { pending, failed }] of await Promise.all(counted)) {
    const sum = sums.get(name) ?? { pending: 0, failed: 0 };
    sums.set(name, { pending: sum.pending + pending, failed: sum.failed + failed });
  }
  return sums;
}

import type { EventReceiver } from '../../base/config/event-receivers.ts';
import { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import type { Round } from '../../store/executions/leader-loop.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import { RedisStateEvents } from '../../store/executions/redis/redis-state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import type { Work } from '../parts/ability.ts';
import { usualDelivery, type BullDeliveryLane, type LaneParts } from './bull-delivery-lane.ts';
import { EventRelay, type EventSink } from './event-relay.ts';
import type { NotificationCounts } from './notification-queue.ts';
import type { NotifiedExecutions } from './notified-executions.ts';
import { openCommitStatuses } from './open-commit-statuses.ts';
import type { NotifyParts } from './open-notify.ts';
import { openReceivers } from './open-receivers.ts';
import type { ReceiverFile } from './receiver-file.ts';
import type { ReceiverPorts } from './receiver-service.ts';

/** What notifications need, however they are delivered. */
export interface NotificationParts extends LaneParts {
  readonly store: Pick<RedisExecutionStore, 'read'>;
  /** What flows notify of, and what receivers may see of their executions. */
  readonly notified: Pick<NotifiedExecutions, 'notifyOf' | 'commitOf' | 'visible' | 'view'>;
  readonly publicUrl?: string | undefined;
  readonly warnings: RepeatedWarnings;
}

/** The receivers of one kind. */
export interface Channel {
  readonly lanes: readonly BullDeliveryLane[];
  readonly sink: EventSink;
  /** What one worker does periodically. */
  readonly rounds?: readonly Round[];
  close?(): void;
}

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
  given: Omit<NotificationParts, 'events' | 'delivery' | 'warnings'> & Pick<NotifyParts, 'delivery'>,
): OpenNotifications {
  const events = new RedisStateEvents(given.redis);
  const delivery = { ...usualDelivery, ...given.delivery };
  const parts = { ...given, events, delivery, warnings: new RepeatedWarnings(given.logger) };
  const receivers = openReceivers(ofSettings, file, parts);
  const forges = file && openCommitStatuses(file.commitStatus, parts);
  const channels: readonly Channel[] = [receivers, ...(forges ? [forges] : [])];
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

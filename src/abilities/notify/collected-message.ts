import { queueOf } from './declared-receivers.ts';
import type { NotificationItem } from './notification-item.ts';
import type { NotificationQueue, QueuedMessage } from './notification-queue.ts';
import type { DeclaredReceiver } from './receiver-file.ts';
import type { CollectingPace, RedisNotificationBuffer } from './redis-notification-buffer.ts';

/** A message that tells what was collected. Its id is that of the first item. */
export interface CollectedMessage extends QueuedMessage {
  readonly items: readonly NotificationItem[];
}

export interface CollectingParts {
  readonly queues: ReadonlyMap<DeclaredReceiver, NotificationQueue<CollectedMessage>>;
  readonly buffer: RedisNotificationBuffer;
  readonly pace: CollectingPace;
  readonly now: () => Date;
}

/**
 * Queues the messages that are due. If it is interrupted, a message is queued again with the same id, which the queue
 * notices.
 * @throws {AppError} store-unavailable
 */
export async function collectingRound({ queues, buffer, pace, now }: CollectingParts): Promise<void> {
  for (const [receiver, queue] of queues) {
    if (receiver.kind === 'url') continue;
    const name = queueOf(receiver);
    const items = await buffer.seal(name, now(), pace);
    const [first] = items;
    if (first === undefined) continue;
    await queue.add([{ id: first.id, items }]);
    await buffer.sent(name);
  }
}

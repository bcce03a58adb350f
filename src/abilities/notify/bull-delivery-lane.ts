import { UnrecoverableError, type Job, type Worker } from 'bullmq';
import type { Logger } from 'pino';
import { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import type { StateEvents } from '../../store/executions/record/state-events.ts';
import { openWorker } from '../../store/redis/bull-worker.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { BullNotificationQueue, notificationQueueName } from './bull-notification-queue.ts';
import { DeliveryError } from './delivery-error.ts';
import {
  maxPending,
  retryDelays,
  type NotificationCounts,
  type NotificationItem,
  type QueuedMessage,
} from './notification-queue.ts';
import { collectingPace, RedisNotificationBuffer, type CollectingPace } from './redis-notification-buffer.ts';
import { RedisReceiverState, type ReceiverState } from './redis-receiver-state.ts';

/** How notifications are delivered. */
export interface Delivery {
  /** Milliseconds before each retry. */
  readonly delays: readonly number[];
  /** Milliseconds until an attempt is given up; by default, as the way to the receiver needs it. */
  readonly timeout?: number;
  /** How items become messages. */
  readonly pace: CollectingPace;
  /** Beyond this, a receiver loses messages, and items of its next one. */
  readonly max: number;
  readonly now: () => Date;
}

export const usualDelivery: Delivery = {
  delays: retryDelays,
  pace: collectingPace,
  max: maxPending,
  now: () => new Date(),
};

/** What all lanes have in common. */
export interface LaneParts {
  readonly redis: RedisConnection;
  readonly events: Pick<StateEvents, 'countLost'>;
  readonly delivery: Delivery;
  readonly logger: Logger;
  readonly report: (error: unknown, what: string) => void;
  /** Called after each attempt. */
  readonly observe?: ((outcome: 'delivered' | 'retried' | 'failed') => void) | undefined;
}

/** Where a lane leads. */
export interface LaneAddress {
  /** What users see, such as `slack:web` or `status:github.example`; lanes can share it. */
  readonly name: string;
  /** The name of its queue. */
  readonly queue: string;
  /** Patterns for the namespaces that use it. */
  readonly namespaces: readonly string[];
}

export interface LaneOptions extends LaneAddress {
  /** What the log calls its messages. */
  readonly what: 'notification' | 'commit status';
  /** Whether users see how it goes. */
  readonly isShown: boolean;
  /**
   * @param isRetry whether an earlier attempt may have been made, also by a process that has died
   * @returns false if there is nothing to send any more
   * @throws {DeliveryError} unless the receiver takes it
   */
  readonly send: (message: QueuedMessage, isRetry: boolean) => Promise<boolean>;
}

export interface DeliveryReport extends NotificationCounts, ReceiverState {
  /** When the next message, or the next attempt, is due. */
  readonly nextAttemptAt?: Date | undefined;
}

// One slow receiver must not hold up many deliveries, and it must not get too many at once.
const concurrency = 5;

/** The only way of messages to a receiver: its queue, its retries and how it goes. Methods throw AppError `store-unavailable`. */
export class BullDeliveryLane {
  readonly #options: LaneOptions;
  readonly #parts: LaneParts;
  readonly #delivery: Delivery;
  readonly #queue: BullNotificationQueue;
  readonly #buffer: RedisNotificationBuffer;
  readonly #state: RedisReceiverState;
  readonly #warnings: RepeatedWarnings;
  #lastReason: string | undefined;
  #worker: Worker<QueuedMessage> | undefined;

  constructor(options: LaneOptions, parts: LaneParts) {
    this.#options = options;
    this.#parts = parts;
    this.#delivery = parts.delivery;
    this.#queue = new BullNotificationQueue(options.queue, parts.redis);
    this.#buffer = new RedisNotificationBuffer(parts.redis, options.queue);
    this.#state = new RedisReceiverState(parts.redis, options.queue);
    this.#warnings = new RepeatedWarnings(parts.logger);
  }

  get address(): LaneAddress {
    return this.#options;
  }

  async add(messages: readonly QueuedMessage[]): Promise<void> {
    const { pending } = await this.#queue.counts();
    const kept = messages.slice(0, Math.max(0, this.#delivery.max - pending));
    if (kept.length > 0) await this.#queue.add(kept);
    await this.#countLost(messages.length - kept.length);
  }

  /** Adds items to the next message. */
  async collect(items: readonly NotificationItem[]): Promise<void> {
    const { max, now } = this.#delivery;
    await this.#countLost(await this.#buffer.collect(items, { now: now(), max }));
  }

  /**
   * Queues the message of what was collected, if it is due. If it is interrupted, the message is queued again with the
   * same id, which the queue notices.
   */
  async seal(): Promise<void> {
    const items = await this.#buffer.seal(this.#delivery.now(), this.#delivery.pace);
    const [first] = items;
    if (first === undefined) return;
    await this.#queue.add([{ id: first.id, items }]);
    await this.#buffer.sent();
  }

  async counts(): Promise<NotificationCounts> {
    const [{ pending, failed }, collected] = await Promise.all([this.#queue.counts(), this.#buffer.count()]);
    return { pending: pending + collected, failed };
  }

  async report(): Promise<DeliveryReport> {
    const [counts, state, retry, message] = await Promise.all([
      this.counts(),
      this.#state.read(),
      this.#queue.nextRetry(),
      this.#buffer.due(this.#delivery.pace),
    ]);
    const times = [retry, message].flatMap((time) => (time === undefined ? [] : [time.getTime()]));
    return { ...counts, ...state, nextAttemptAt: times.length === 0 ? undefined : new Date(Math.min(...times)) };
  }

  /** @returns whether nobody else has tested the receiver for a few seconds */
  beginTest(): Promise<boolean> {
    return this.#state.beginTest();
  }

  /** Makes deliveries until `stop`. @param connection a dedicated one that waits until Redis is available */
  begin(connection: RedisConnection): void {
    const { delays } = this.#delivery;
    this.#worker = openWorker(notificationQueueName(this.#options.queue), connection, {
      work: (job: Job<QueuedMessage>) => this.#deliver(job),
      concurrency,
      report: (error) => this.#parts.report(error, 'notify'),
      // Each attempt was already reported.
      failed: () => undefined,
      // Jitter keeps deliveries that failed together from being retried together.
      backoff: (attempts) => (delays[attempts - 1] ?? 0) * (0.9 + Math.random() / 5),
    });
  }

  /** Begins no further deliveries and waits for those in progress. */
  async stop(): Promise<void> {
    await this.#worker?.close();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #deliver({ data, attemptsMade, attemptsStarted, stalledCounter }: Job<QueuedMessage>): Promise<void> {
    const isRetry = attemptsMade > 0 || attemptsStarted > 1 || stalledCounter > 0;
    const isSent = await this.#options.send(data, isRetry).catch((error: unknown) => {
      // What is not about the receiver, such as a store that does not answer, is retried too.
      const isOfReceiver = error instanceof DeliveryError;
      if (!isOfReceiver) this.#parts.report(error, 'notify');
      const reason = isOfReceiver ? error.message : 'Flowgate could not make the message';
      const isLast = (isOfReceiver && error.isFinal) || attemptsMade >= this.#delivery.delays.length;
      this.#noteFailure(data.id, reason, isLast);
      throw isLast ? new UnrecoverableError(reason) : error;
    });
    this.#parts.observe?.('delivered');
    if (!isSent) return;
    this.#lastReason = undefined;
    this.#note(() => this.#state.noteSent(this.#delivery.now()));
  }

  #noteFailure(event: string, reason: string, isLast: boolean): void {
    const { name: receiver, what } = this.#options;
    this.#parts.observe?.(isLast ? 'failed' : 'retried');
    this.#note(() => this.#state.noteFailure(this.#delivery.now(), reason));
    if (isLast) this.#parts.logger.warn({ receiver, event, reason }, `${what} given up`);
    // Each message of a day would repeat it.
    else if (reason !== this.#lastReason) this.#warnings.warn({ receiver, reason }, `${what} not taken; retrying`);
    this.#lastReason = reason;
  }

  /** The state is only shown. */
  #note(note: () => Promise<void>): void {
    if (this.#options.isShown) note().catch((error: unknown) => this.#parts.report(error, 'notify'));
  }

  async #countLost(messages: number): Promise<void> {
    if (messages === 0) return;
    const { name: receiver } = this.#options;
    await this.#parts.events.countLost(messages);
    this.#warnings.warn({ receiver }, 'too many notifications are pending for a receiver; further ones are dropped');
  }
}

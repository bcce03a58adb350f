import { UnrecoverableError, type ConnectionOptions, type Job, type Worker } from 'bullmq';
import { openWorker } from '../../store/redis/bull-worker.ts';
import { notificationQueueName } from './bull-notification-queue.ts';
import { DeliveryError } from './delivery-error.ts';
import type { EventMessage } from './event-sender.ts';
import type { QueuedMessage } from './notification-queue.ts';

export type AttemptOutcome = 'delivered' | 'retried' | 'failed';

export interface NotificationWorkerOptions<Message extends QueuedMessage = EventMessage> {
  /** The name of the receiver. */
  readonly receiver: string;
  /** A dedicated connection that waits until Redis is available. */
  readonly connection: ConnectionOptions;
  /**
   * Rejects with a `DeliveryError`.
   * @param isRetry whether an earlier attempt may have been made, also by a process that has died
   */
  readonly send: (message: Message, isRetry: boolean) => Promise<void>;
  /** Milliseconds before each retry. */
  readonly delays: readonly number[];
  readonly report: (error: Error) => void;
  /** Called after each attempt. */
  readonly attempted: (outcome: AttemptOutcome, message: Message, reason?: string) => void;
}

// One slow receiver must not hold up many deliveries, and it must not get too many at once.
const concurrency = 5;

/** Makes the deliveries to one receiver until it is stopped. */
export class BullNotificationWorker<Message extends QueuedMessage = EventMessage> {
  readonly #worker: Worker<Message>;

  constructor(options: NotificationWorkerOptions<Message>) {
    const { receiver, connection, delays, report } = options;
    this.#worker = openWorker(notificationQueueName(receiver), connection, {
      work: (job: Job<Message>) => deliver(job, options),
      concurrency,
      report,
      // Each attempt was already reported.
      failed: () => undefined,
      // Jitter keeps deliveries that failed together from being retried together.
      backoff: (attempts) => (delays[attempts - 1] ?? 0) * (0.9 + Math.random() / 5),
    });
  }

  /** Begins no further deliveries and waits for those in progress. */
  async stop(): Promise<void> {
    await this.#worker.close();
  }
}

async function deliver<Message extends QueuedMessage>(
  job: Job<Message>,
  options: NotificationWorkerOptions<Message>,
): Promise<void> {
  const { send, delays, attempted } = options;
  try {
    await send(job.data, job.attemptsMade > 0 || job.attemptsStarted > 1 || job.stalledCounter > 0);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const isLast = error.isFinal || job.attemptsMade >= delays.length;
    attempted(isLast ? 'failed' : 'retried', job.data, error.message);
    throw isLast ? new UnrecoverableError(error.message) : error;
  }
  attempted('delivered', job.data);
}

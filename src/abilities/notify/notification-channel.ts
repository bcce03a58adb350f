import type { Logger } from 'pino';
import type { NotifyRule } from '../../language/flow/notify.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { Round } from '../../store/leases/leader-loop.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import type { AttemptOutcome } from './bull-notification-worker.ts';
import type { Commit } from './commit-status/forge-request.ts';
import type { NoticeDeps } from './compose-notice.ts';
import type { EventSink } from './event-relay.ts';
import type { NotificationCounts } from './notification-queue.ts';
import type { ForgePort, ReceiverPorts } from './receiver-service.ts';
import type { CollectingPace } from './redis-notification-buffer.ts';

export interface DeliveryParts {
  readonly store: Pick<RedisExecutionStore, 'read'>;
  /** What flows notify of, and what receivers may see of their executions. */
  readonly notified: {
    readonly notifyOf: (record: ExecutionRecord) => Promise<readonly NotifyRule[] | undefined>;
    readonly commitOf: (record: ExecutionRecord) => Promise<Commit | undefined>;
    readonly view: NoticeDeps['view'];
  };
  readonly logger: Logger;
  readonly report: (error: unknown, what: string) => void;
  /** Called after each attempt. */
  readonly observe?: ((outcome: AttemptOutcome) => void) | undefined;
  /** Milliseconds before each retry. */
  readonly delays?: readonly number[];
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number;
  /** How notifications become messages. */
  readonly pace?: CollectingPace;
  readonly now?: () => Date;
}

export interface Deliveries {
  /** What one worker does periodically. */
  readonly rounds: readonly Round[];
  stop(): Promise<void>;
}

/** The receivers of one kind of configuration. */
export interface Channel {
  /** The names of their queues. */
  readonly queues: readonly string[];
  counts(): Promise<ReadonlyMap<string, NotificationCounts>>;
  /** The receivers that users see; undefined if they have no names. */
  readonly receivers?: Omit<ReceiverPorts, 'forges'>;
  readonly forges?: readonly ForgePort[];
  /** @param connection a dedicated one that waits until Redis is available */
  deliver(parts: DeliveryParts, connection: RedisConnection): Deliveries & { readonly sink: EventSink };
  close(): Promise<void>;
}

export function warnOfLoss(logger: Logger, receiver: string): void {
  logger.warn({ receiver }, 'too many notifications are pending for a receiver; further ones are dropped');
}

import type { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { Round } from '../../store/leases/leader-loop.ts';
import type { BullDeliveryLane, LaneParts } from './bull-delivery-lane.ts';
import type { EventSink } from './event-relay.ts';
import type { NotifiedExecutions } from './notified-executions.ts';

/** The receivers of one kind. */
export interface NotificationChannel {
  readonly lanes: readonly BullDeliveryLane[];
  readonly sink: EventSink;
  /** What one worker does periodically. */
  readonly rounds?: readonly Round[];
  close?(): void;
}

/** What all channels need. */
export interface ChannelParts extends LaneParts {
  readonly store: Pick<RedisExecutionStore, 'read'>;
  /** What flows notify of, and what receivers may see of their executions. */
  readonly notified: Pick<NotifiedExecutions, 'notifyOf' | 'commitOf' | 'visible' | 'view'>;
  readonly publicUrl?: string | undefined;
  readonly warnings: RepeatedWarnings;
}

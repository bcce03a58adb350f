import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NotifyWord } from '../../language/flow/notify.ts';

/** One thing to tell a receiver. A message tells one or more. */
export interface NotificationItem {
  /** The same each time it is found; unique for a receiver. */
  readonly id: string;
  readonly on: NotifyWord;
  readonly executionId: string;
  readonly flow: FlowKey;
  /** For LATE: the duration as the author wrote it. */
  readonly after?: string;
}

import type { ScheduleQueue } from './schedule-queue.ts';
import type { SkippedTicks } from './skipped-ticks.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** Everything outside this process that the triggers of flows need. */
export interface TriggerPorts {
  readonly schedules: ScheduleQueue;
  readonly skippedTicks: SkippedTicks;
  readonly webhookKeys: WebhookKeys;
}

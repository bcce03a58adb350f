import { getNextMillis, type ConnectionOptions, type JobSchedulerJson, type Queue } from 'bullmq';
import { closeQueue, openQueue } from '../redis/bull-queue.ts';
import { onRedis } from '../redis/store-errors.ts';
import type { FlowSchedule } from '../revision/flow-revision.ts';
import type { RunningSchedule, Schedule, ScheduleQueue } from './schedule-queue.ts';
import { triggerName, type TriggerKey } from './trigger-key.ts';

export const scheduleQueueName = 'schedules';

// What went wrong in the moment of a tick has some tries to go right, until the tick is too old.
const tickOptions = { attempts: 20, backoff: { type: 'fixed', delay: 3_000 }, removeOnComplete: true, removeOnFail: true };
// Workers move a schedule on when its tick begins. One that stands still for longer has lost its tick.
const longestDelay = 5 * 60_000;

/** The ticks of schedules on BullMQ's job schedulers. */
export class BullScheduleQueue implements ScheduleQueue {
  readonly #queue: Queue<Schedule>;

  /** @param connection one that fails at once while Redis is away */
  constructor(connection: ConnectionOptions) {
    this.#queue = openQueue(scheduleQueueName, connection);
  }

  async put(schedule: Schedule): Promise<void> {
    const { cron, timezone } = schedule;
    const id = triggerName(schedule);
    const known = await onRedis(() => this.#queue.getJobScheduler(id));
    const isSame = known?.pattern === cron && known.tz === timezone;
    // Putting it again would take away a tick that is due and not yet begun.
    if (isSame && (known.next ?? 0) > Date.now() - longestDelay) return;
    await onRedis(() => this.#queue.upsertJobScheduler(id, { pattern: cron, tz: timezone }, { name: 'tick', data: schedule, opts: tickOptions }));
  }

  async remove(key: TriggerKey): Promise<void> {
    await onRedis(() => this.#queue.removeJobScheduler(triggerName(key)));
  }

  async list(): Promise<readonly RunningSchedule[]> {
    const schedulers = await onRedis(() => this.#queue.getJobSchedulers(0, -1, true));
    return schedulers.map(runningSchedule);
  }

  next({ cron, timezone }: FlowSchedule, time: Date): Date | undefined {
    const next = getNextMillis(time.getTime(), { pattern: cron, tz: timezone });
    return next === undefined ? undefined : new Date(next);
  }

  close(): Promise<void> {
    return closeQueue(this.#queue);
  }
}

function runningSchedule({ key, pattern = '', tz = '', next }: JobSchedulerJson): RunningSchedule {
  const [namespace = '', id = '', triggerId = ''] = key.split('/');
  return { flow: { namespace, id }, triggerId, cron: pattern, timezone: tz, next: new Date(next ?? 0) };
}

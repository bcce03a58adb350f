import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSchedule } from '../revisions/flow-revision.ts';
import type { RedisRevisionStore } from '../revisions/redis-revision-store.ts';
import type { BullScheduleQueue } from './bull-schedule-queue.ts';
import type { Schedule } from './schedule.ts';
import { triggerName } from './trigger-key.ts';

/** Keeps the running schedules equal to those of the flows. */
export class ScheduleKeeper {
  readonly #deps;

  constructor(deps: { readonly store: Pick<RedisRevisionStore, 'schedules'>; readonly queue: BullScheduleQueue }) {
    this.#deps = deps;
  }

  /** Call after a flow was stored. Removed schedules are left to `keepAll`; their ticks start nothing. */
  async keep(flow: FlowKey, schedules: readonly FlowSchedule[]): Promise<void> {
    if (schedules.length > 0) await this.#deps.queue.put(schedules.map((schedule) => ({ ...schedule, flow })));
  }

  /** Repairs every difference, for example if the process that stored a flow died before `keep`. */
  async keepAll(): Promise<void> {
    const running = await this.#deps.queue.list();
    const sound = new Set(running.filter(({ isOnTime }) => isOnTime).map(textOf));
    const stored = (await this.#deps.store.schedules()).flatMap(({ flow, schedules }) =>
      schedules.map((schedule) => ({ ...schedule, flow })),
    );
    const expected = new Map(stored.map((schedule) => [triggerName(schedule), schedule]));
    await this.#deps.queue.remove(running.filter((schedule) => !expected.has(triggerName(schedule))));
    await this.#deps.queue.put([...expected.values()].filter((schedule) => !sound.has(textOf(schedule))));
  }
}

function textOf(schedule: Schedule): string {
  return [triggerName(schedule), schedule.cron, schedule.timezone].join(' ');
}

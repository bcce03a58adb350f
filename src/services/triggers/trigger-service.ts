import type { Caller } from '../../access/caller.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSchedule } from '../../store/revisions/flow-revision.ts';
import type { ScheduleQueue } from '../../store/triggers/schedule-queue.ts';
import type { SkippedTick, SkippedTicks } from '../../store/triggers/skipped-ticks.ts';
import type { WebhookKeyNote, WebhookKeys } from '../../store/triggers/webhook-keys.ts';
import type { FlowService } from '../flows/flow-service.ts';
import { scheduleOf, schedulesOf, type ScheduleTrigger, type WebhookTrigger } from './flow-triggers.ts';

/** The current state of a trigger of a flow. */
export type TriggerStatus = ScheduleStatus | WebhookStatus;

export interface WebhookStatus {
  readonly trigger: WebhookTrigger;
  /** Absent while the trigger has no key. */
  readonly key?: WebhookKeyNote;
  /** How many of its executions Jenkins has not started. */
  readonly pending: number;
}

export interface ScheduleStatus {
  readonly trigger: ScheduleTrigger;
  readonly timezone: string;
  /** The next times; none while the trigger or the flow is disabled. */
  readonly next: readonly Date[];
  /** How many of its executions Jenkins has not started. */
  readonly pending: number;
  /** The latest skipped tick. */
  readonly skipped?: SkippedTick;
}

export interface TriggerServiceDeps {
  readonly flows: FlowService;
  readonly store: Pick<ExecutionStore, 'pendingOfTrigger'>;
  readonly schedules: ScheduleQueue;
  readonly skipped: SkippedTicks;
  readonly keys: WebhookKeys;
  readonly now: () => Date;
}

/** How many of the next times of a schedule are listed. */
const listedTimes = 5;

/** What starts a flow, and when (docs/reference/triggers.md). */
export class TriggerService {
  readonly #deps: TriggerServiceDeps;

  constructor(deps: TriggerServiceDeps) {
    this.#deps = deps;
  }

  /** The triggers of the latest revision, in document order. @throws {AppError} as FlowService.read */
  async list(key: FlowKey, { key: owner }: Caller): Promise<readonly TriggerStatus[]> {
    const { checked } = await this.#deps.flows.read(key, { owner });
    const { draft } = checked.check;
    if (draft === undefined || draft.triggers.length === 0) return [];
    const [notes, skipped] = await Promise.all([this.#deps.keys.notes(key), this.#deps.skipped.latest(key)]);
    const active = new Set(schedulesOf(draft).map(({ triggerId }) => triggerId));
    return Promise.all(
      draft.triggers.map(async (trigger) => {
        const pending = await this.#deps.store.pendingOfTrigger({ flow: key, triggerId: trigger.id });
        if (trigger.type === 'webhook') return { trigger, key: notes.get(trigger.id), pending };
        const schedule = scheduleOf(trigger);
        return {
          trigger,
          timezone: schedule.timezone,
          next: active.has(trigger.id) ? await this.#nextTimes(schedule) : [],
          pending,
          skipped: skipped.get(trigger.id),
        };
      }),
    );
  }

  async #nextTimes(schedule: FlowSchedule): Promise<readonly Date[]> {
    const times: Date[] = [];
    while (times.length < listedTimes) {
      const next = await this.#deps.schedules.next(schedule, times.at(-1) ?? this.#deps.now());
      if (next === undefined) break;
      times.push(next);
    }
    return times;
  }
}

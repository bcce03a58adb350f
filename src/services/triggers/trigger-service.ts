import type { FlowKey } from '../../flow/flow-key.ts';
import type { ScheduleQueue } from '../../trigger/schedule-queue.ts';
import type { WebhookKeyNote, WebhookKeys } from '../../trigger/webhook-keys.ts';
import type { FlowService } from '../flow-service.ts';
import { scheduleOf, schedulesOf, type ScheduleTrigger, type WebhookTrigger } from './flow-triggers.ts';

/** A trigger of a flow as it stands. */
export type TriggerStatus =
  | { readonly trigger: ScheduleTrigger; readonly timezone: string; /** Absent while it, or the flow, is disabled. */ readonly next?: Date }
  | { readonly trigger: WebhookTrigger; /** Absent while there is no key. */ readonly key?: WebhookKeyNote };

export interface TriggerServiceCollaborators {
  readonly flows: FlowService;
  readonly schedules: ScheduleQueue;
  readonly keys: WebhookKeys;
  readonly now: () => Date;
}

/** What starts a flow, and when (DESIGN 2). */
export class TriggerService {
  readonly #with: TriggerServiceCollaborators;

  constructor(collaborators: TriggerServiceCollaborators) {
    this.#with = collaborators;
  }

  /** Those of the latest revision, in their order. @throws {AppError} as FlowService.read */
  async list(key: FlowKey): Promise<readonly TriggerStatus[]> {
    const { checked } = await this.#with.flows.read(key);
    const { draft } = checked.check;
    if (draft === undefined || draft.triggers.length === 0) return [];
    const notes = await this.#with.keys.notes(key);
    const active = new Set(schedulesOf(draft).map(({ triggerId }) => triggerId));
    return Promise.all(
      draft.triggers.map(async (trigger) => {
        if (trigger.type === 'webhook') return { trigger, key: notes.get(trigger.id) };
        const schedule = scheduleOf(trigger);
        return { trigger, timezone: schedule.timezone, next: active.has(trigger.id) ? await this.#with.schedules.next(schedule, this.#with.now()) : undefined };
      }),
    );
  }
}

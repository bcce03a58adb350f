import type { Caller } from '../../access/caller.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { FlowSchedule } from '../../store/revisions/flow-revision.ts';
import type { SealedValues, SecretInput } from '../../store/secrets/sealed-values.ts';
import { nextTick } from '../../store/triggers/next-tick.ts';
import type { RedisSkippedTicks, SkippedTick } from '../../store/triggers/redis-skipped-ticks.ts';
import type { WebhookKeyNote, WebhookKeys } from '../../store/triggers/webhook-keys.ts';
import type { FlowService } from '../flows/flow-service.ts';
import {
  defaultTimezone,
  scheduleOf,
  schedulesOf,
  type ScheduleTrigger,
  type WebhookTrigger,
} from '../flows/flow-triggers.ts';
import { visibleBrief, type VisibleBrief } from '../records/visible-execution.ts';
import { secretsOf, shownInputs, type TriggerSecret } from './trigger-secrets.ts';

/** The current state of a trigger of a flow. */
export type TriggerStatus = ScheduleStatus | WebhookStatus;

interface CommonStatus {
  /** As in the source of the flow; secrets are masked. */
  readonly inputs: JsonObject;
  /** Newest first. */
  readonly latest: readonly VisibleBrief[];
  readonly secrets: readonly TriggerSecret[];
  /** How many of its executions have not been started. */
  readonly pending: number;
}

interface WebhookStatus extends CommonStatus {
  readonly trigger: WebhookTrigger;
  /** Undefined while the trigger has no key. */
  readonly key?: WebhookKeyNote;
}

interface ScheduleStatus extends CommonStatus {
  readonly trigger: ScheduleTrigger;
  readonly timezone: string;
  /** The next times; none while the trigger or the flow is disabled. */
  readonly next: readonly Date[];
  /** The latest skipped tick. */
  readonly skipped?: SkippedTick;
}

/** How many of the next times of a schedule are listed. */
const listedTimes = 10;

/** What starts a flow, and when (docs/reference/triggers.md). */
export class TriggerService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly store: Pick<RedisExecutionStore, 'pendingOfTrigger' | 'latestOfTriggers'>;
    readonly skipped: RedisSkippedTicks;
    readonly keys: WebhookKeys;
    readonly sealed: SealedValues;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** The triggers of the latest revision, in document order. @throws {AppError} as FlowService.read */
  async list(key: FlowKey, caller: Caller): Promise<readonly TriggerStatus[]> {
    const { checked } = await this.#deps.flows.read(key, { owner: caller.key });
    const { draft } = checked.check;
    if (draft === undefined || draft.triggers.length === 0) return [];
    const [notes, skipped, latest] = await Promise.all([
      this.#deps.keys.notes(key),
      this.#deps.skipped.latest(key),
      this.#deps.store.latestOfTriggers(draft.triggers.map(({ id: triggerId }) => ({ flow: key, triggerId }))),
    ]);
    const active = new Set(schedulesOf(draft).map(({ triggerId }) => triggerId));
    return Promise.all(
      draft.triggers.map(async (trigger, index) => {
        const pending = await this.#deps.store.pendingOfTrigger({ flow: key, triggerId: trigger.id });
        const secrets = secretsOf({ ...key, inputs: draft.inputs }, trigger, this.#deps.sealed);
        const inputs = shownInputs(trigger, draft.inputs);
        const shown = (latest[index] ?? []).map((brief) => visibleBrief(brief, caller));
        const common = { inputs, latest: shown, secrets, pending };
        if (trigger.type === 'webhook') return { ...common, trigger, key: notes.get(trigger.id) };
        const schedule = scheduleOf(trigger);
        return {
          ...common,
          trigger,
          timezone: trigger.timezone ?? defaultTimezone,
          next: schedule !== undefined && active.has(trigger.id) ? await this.#nextTimes(schedule) : [],
          skipped: skipped.get(trigger.id),
        };
      }),
    );
  }

  /**
   * Encrypts a value, so that a trigger can have it in the text of the flow, which need not exist yet. Nothing is stored.
   * @throws {AppError} as SealedValues.seal
   */
  seal(input: SecretInput, value: string): string {
    return this.#deps.sealed.seal(input, value);
  }

  async #nextTimes(schedule: FlowSchedule): Promise<readonly Date[]> {
    const times: Date[] = [];
    while (times.length < listedTimes) {
      const next = await nextTick(schedule, times.at(-1) ?? this.#deps.now());
      if (next === undefined) break;
      times.push(next);
    }
    return times;
  }
}

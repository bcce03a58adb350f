import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import { evaluateCondition } from '../../language/expressions/evaluate-condition.ts';
import { SearchTooSlow, type PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { ConditionText, Flow, Trigger } from '../../language/flow/flow.ts';
import { isSameCron, plainCron } from '../../language/flow/read/cron.ts';
import type { SearchingValueOf } from '../../language/inputs/effective-values.ts';
import type { FlowSchedule } from '../../store/revisions/flow-revision.ts';

export type ScheduleTrigger = Extract<Trigger, { readonly type: 'schedule' }>;
export type WebhookTrigger = Extract<Trigger, { readonly type: 'webhook' }>;

/** The time zone of schedules that have none. */
export const defaultTimezone = 'UTC';

/** The schedules that start a flow; none while the flow or the trigger is disabled. */
export function schedulesOf({ triggers, disabled }: Pick<Flow, 'triggers' | 'disabled'>): readonly FlowSchedule[] {
  if (disabled) return [];
  return triggers.flatMap((trigger) => {
    if (trigger.type !== 'schedule' || trigger.disabled) return [];
    return scheduleOf(trigger) ?? [];
  });
}

/** Undefined for a schedule that never fires: without a time, or with a condition that is never true. */
export function scheduleOf({
  id,
  cron,
  conditions,
  timezone = defaultTimezone,
}: ScheduleTrigger): FlowSchedule | undefined {
  const isNever = conditions.some(({ condition }) => condition.kind === 'literal' && condition.value === false);
  return cron === undefined || isNever ? undefined : { triggerId: id, cron: plainCron(cron), timezone };
}

/** A condition of a trigger that is not met. */
export interface UnmetCondition {
  readonly text: string;
  /** Why it could not be evaluated, as a clause. */
  readonly reason?: string;
}

/** The first condition that is not met or takes too long to evaluate. @throws {AppError} too-busy */
export async function firstUnmet(
  conditions: readonly ConditionText[],
  valueOf: SearchingValueOf,
  searches: PatternSearches,
): Promise<UnmetCondition | undefined> {
  for (const { text, condition } of conditions) {
    try {
      const isMet = await searches.run((search) =>
        evaluateCondition(condition, (reference) => valueOf(reference, search), search),
      );
      if (!isMet) return { text };
    } catch (error) {
      if (!(error instanceof SearchTooSlow)) throw error;
      return { text, reason: error.message };
    }
  }
  return undefined;
}

/**
 * Storing a flow needs the write right and, if it has triggers, which run it on the user's behalf, the execute right.
 * @throws {AppError} forbidden
 */
export function requireStoreRights(
  caller: Caller,
  { namespace, triggers, priority }: Pick<Flow, 'namespace' | 'triggers' | 'priority'>,
): void {
  caller.require('write', namespace);
  if (triggers.length > 0) caller.require('execute', namespace);
  if (priority !== undefined) caller.requirePriority(priority, namespace);
}

/** @throws {AppError} trigger-not-found */
export function requireTrigger(
  flow: FlowKey & { readonly triggers: readonly Trigger[] },
  triggerId: string,
): { readonly trigger: Trigger; readonly index: number } {
  const index = flow.triggers.findIndex(({ id }) => id === triggerId);
  const trigger = flow.triggers[index];
  if (trigger === undefined) throw triggerNotFound(flow, `has no trigger ${quoteShort(triggerId)}`);
  return { trigger, index };
}

export function triggerNotFound(flow: FlowKey, found: string): AppError {
  const name = flowName(flow);
  return new AppError(
    'trigger-not-found',
    `The flow ${name} ${found}. GET /flows/${name}/triggers lists its triggers.`,
  );
}

/** Whether both have the same next tick. */
export function isSameSchedule(one: FlowSchedule, other: FlowSchedule): boolean {
  return one.triggerId === other.triggerId && one.timezone === other.timezone && isSameCron(one.cron, other.cron);
}

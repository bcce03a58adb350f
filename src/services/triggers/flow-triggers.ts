import type { Caller } from '../../access/caller.ts';
import { evaluateCondition, type ValueOf } from '../../expression/evaluate-condition.ts';
import type { ConditionText, Flow, Trigger } from '../../flow/flow.ts';
import { plainCron } from '../../flow/read/cron.ts';
import type { FlowSchedule } from '../../revision/flow-revision.ts';

export type ScheduleTrigger = Extract<Trigger, { readonly type: 'schedule' }>;
export type WebhookTrigger = Extract<Trigger, { readonly type: 'webhook' }>;

/** The time zone of schedules that name none. */
const defaultTimezone = 'UTC';

/** When a flow starts by the clock; never while it, or the trigger, is disabled. */
export function schedulesOf({ triggers, disabled }: Pick<Flow, 'triggers' | 'disabled'>): readonly FlowSchedule[] {
  if (disabled) return [];
  return triggers.flatMap((trigger) => (trigger.type === 'schedule' && !trigger.disabled ? [scheduleOf(trigger)] : []));
}

export function scheduleOf({ id, cron, timezone = defaultTimezone }: ScheduleTrigger): FlowSchedule {
  return { triggerId: id, cron: plainCron(cron), timezone };
}

/** The first of the conditions that does not hold. */
export function firstUnmet(conditions: readonly ConditionText[], valueOf: ValueOf): ConditionText | undefined {
  return conditions.find(({ condition }) => !evaluateCondition(condition, valueOf));
}

/** Whoever stores a flow needs the right to write it, and where it has triggers, which run it in their name, to execute it. @throws {AppError} forbidden */
export function demandStoring(caller: Caller, { namespace, triggers }: Pick<Flow, 'namespace' | 'triggers'>): void {
  caller.demand('write', namespace);
  if (triggers.length > 0) caller.demand('execute', namespace);
}

/** Whether the next tick of one is that of the other. */
export function isSameSchedule(one: FlowSchedule, other: FlowSchedule): boolean {
  return one.triggerId === other.triggerId && one.cron === other.cron && one.timezone === other.timezone;
}

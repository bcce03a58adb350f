import type { FlowKey } from '../../flow/flow-key.ts';
import type { TriggerStatus } from '../../services/triggers/trigger-service.ts';
import { triggerName, type TriggerKey } from '../../trigger/trigger-key.ts';

/** A trigger and what becomes of it, as openapi.yaml declares it. */
export function triggerOnWire(flow: FlowKey, status: TriggerStatus) {
  const { id, type, disabled } = status.trigger;
  if (!('timezone' in status)) {
    const { key } = status;
    return { id, type, disabled, path: pathOfHook({ flow, triggerId: id }), hasKey: key !== undefined, keyCreatedAt: key?.createdAt, keyCreatedBy: key?.createdBy };
  }
  const { trigger, timezone, next, pending, skipped } = status;
  return { id, type, disabled, cron: trigger.cron, timezone, nextAt: next?.toISOString(), pending, lastSkippedAt: skipped?.toISOString() };
}

/** Where a webhook is called. */
export function pathOfHook(webhook: TriggerKey): string {
  return `/hooks/${triggerName(webhook)}`;
}

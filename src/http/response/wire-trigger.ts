import type { ResponseBody, Schema } from '../../contract/operation-types.ts';
import type { TriggerStatus } from '../../services/triggers/trigger-service.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { NewWebhookKey, WebhookKeyNote } from '../../store/triggers/webhook-keys.ts';

/** A trigger and what becomes of it, as openapi.yaml declares it. @param path where it is called, if it is a webhook */
export function triggerOnWire(status: TriggerStatus, path: string): Schema<'Trigger'> {
  const { id, type, disabled } = status.trigger;
  if (!('timezone' in status)) {
    const { key, pending } = status;
    return {
      id,
      type,
      disabled,
      pending,
      path,
      hasKey: key !== undefined,
      keyCreatedAt: key?.createdAt,
      keyCreatedBy: key?.createdBy,
    };
  }
  const { trigger, timezone, next, pending, skipped } = status;
  const last = { lastSkippedAt: skipped?.at.toISOString(), lastSkippedReason: skipped?.reason };
  return { id, type, disabled, cron: trigger.cron, timezone, nextAt: next?.toISOString(), pending, ...last };
}

/** The new key of a webhook, as openapi.yaml declares it. */
export function triggerKeyOnWire(
  { key, signingSecret, createdAt, createdBy }: WebhookKeyNote & NewWebhookKey,
  path: string,
): ResponseBody<'makeTriggerKey'> {
  return { key, signingSecret, createdAt, createdBy, path };
}

/** Where a webhook is called. */
export function pathOfHook(webhook: TriggerKey): string {
  return `/hooks/${triggerName(webhook)}`;
}

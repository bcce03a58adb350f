import type { ResponseBody, Schema } from '../../api-client/operation-types.ts';
import type { TriggerStatus } from '../../services/triggers/trigger-service.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { NewWebhookKey, WebhookKeyNote } from '../../store/triggers/webhook-keys.ts';

/** A trigger and its status as declared in openapi.yaml. @param path the path of a webhook */
export function triggerOnWire(status: TriggerStatus, path: string): Schema<'Trigger'> {
  const { id, type, disabled } = status.trigger;
  const secrets = status.secrets.map(({ inputId, state }) => ({ input_id: inputId, state }));
  if (!('timezone' in status)) {
    const { key, pending } = status;
    return {
      id,
      type,
      disabled,
      secrets,
      pending,
      path,
      hasKey: key !== undefined,
      keyCreatedAt: key?.createdAt,
      keyCreatedBy: key?.createdBy,
    };
  }
  const { trigger, timezone, next, pending, skipped } = status;
  const last = { lastSkippedAt: skipped?.at.toISOString(), lastSkippedReason: skipped?.reason };
  const [nextAt, ...laterTimes] = next.map((time) => time.toISOString());
  return { id, type, disabled, cron: trigger.cron, timezone, nextAt, laterTimes, secrets, pending, ...last };
}

/** The new key of a webhook as declared in openapi.yaml. */
export function triggerKeyOnWire(
  { key, signingSecret, createdAt, createdBy }: WebhookKeyNote & NewWebhookKey,
  path: string,
): ResponseBody<'makeTriggerKey'> {
  return { key, signingSecret, createdAt, createdBy, path };
}

/** The path of a webhook. */
export function pathOfHook(webhook: TriggerKey): string {
  return `/hooks/${triggerName(webhook)}`;
}

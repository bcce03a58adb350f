import type { BackfilledTick } from '../../../abilities/triggers/backfill-service.ts';
import type { TriggerStatus } from '../../../abilities/triggers/trigger-service.ts';
import { triggerName, type TriggerKey } from '../../../store/triggers/trigger-key.ts';
import type { NewWebhookKey, WebhookKeyNote } from '../../../store/triggers/webhook-keys.ts';
import type { ResponseBody, Schema } from '../../api-client/operation-types.ts';
import { executionBriefOnWire } from './wire-execution.ts';

/** A trigger and its status as declared in openapi.yaml. @param path the path of a webhook */
export function triggerOnWire(status: TriggerStatus, path: string): Schema<'Trigger'> {
  const { id, type, disabled } = status.trigger;
  const secrets = status.secrets.map(({ inputId, state }) => ({ input_id: inputId, state }));
  const common = {
    id,
    type,
    disabled,
    secrets,
    pending: status.pending,
    inputs: status.inputs,
    conditions: status.trigger.conditions.map(({ text }) => text),
    latest: status.latest.map(executionBriefOnWire),
  };
  if (!('timezone' in status)) {
    const { key } = status;
    return {
      ...common,
      path,
      hasKey: key !== undefined,
      keyCreatedAt: key?.createdAt,
      keyCreatedBy: key?.createdBy,
    };
  }
  const { trigger, timezone, next, skipped } = status;
  const last = { lastSkippedAt: skipped?.at.toISOString(), lastSkippedReason: skipped?.reason };
  const [nextAt, ...laterTimes] = next.map((time) => time.toISOString());
  return { ...common, cron: trigger.cron, timezone, nextAt, laterTimes, ...last };
}

/** A tick of a backfill. */
export function tickOnWire({
  at,
  outcome,
  execution,
  reason,
}: BackfilledTick): ResponseBody<'backfillTrigger'>['ticks'][number] {
  return { at: at.toISOString(), outcome, execution: execution && executionBriefOnWire(execution), reason };
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

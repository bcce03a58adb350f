import type { FlowKey } from '../../flow/flow-key.ts';
import type { Services } from '../../services/build-services.ts';
import type { TriggerStatus } from '../../services/triggers/trigger-service.ts';
import { triggerName, type TriggerKey } from '../../trigger/trigger-key.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey, triggerKey } from '../request/request-values.ts';

/** The triggers of flows, and the keys of webhooks. */
export function triggerHandlers({ triggers, webhooks }: Pick<Services, 'triggers' | 'webhooks'>): OperationHandlers {
  return {
    listTriggers: async (request, response) => {
      const flow = flowKey(request);
      response.json({ triggers: (await triggers.list(flow)).map((status) => triggerOnWire(flow, status)) });
    },

    makeTriggerKey: async (request, response) => {
      const webhook = triggerKey(request);
      const made = await webhooks.makeKey(webhook, callerOf(response));
      response.status(201).set('Cache-Control', 'no-store').json({ ...made, path: pathOfHook(webhook) });
    },

    revokeTriggerKey: async (request, response) => {
      await webhooks.revokeKey(triggerKey(request));
      response.status(204).end();
    },
  };
}

function triggerOnWire(flow: FlowKey, status: TriggerStatus) {
  const { id, type, disabled } = status.trigger;
  if (!('timezone' in status)) {
    const { key } = status;
    return { id, type, disabled, path: pathOfHook({ flow, triggerId: id }), hasKey: key !== undefined, keyCreatedAt: key?.createdAt, keyCreatedBy: key?.createdBy };
  }
  const { trigger, timezone, next } = status;
  return { id, type, disabled, cron: trigger.cron, timezone, nextAt: next?.toISOString() };
}

function pathOfHook(webhook: TriggerKey): string {
  return `/hooks/${triggerName(webhook)}`;
}

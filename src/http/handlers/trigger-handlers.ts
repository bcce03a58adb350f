import type { Request } from 'express';
import type { FlowKey } from '../../revision/flow-revision.ts';
import type { Services } from '../../services/build-services.ts';
import type { TriggerStatus } from '../../services/triggers/trigger-service.ts';
import type { WebhookAddress } from '../../trigger/webhook-keys.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey } from '../request-values.ts';

/** The triggers of flows, and the keys of webhooks. */
export function triggerHandlers({ triggers, webhooks }: Pick<Services, 'triggers' | 'webhooks'>): OperationHandlers {
  return {
    listTriggers: async (request, response) => {
      const flow = flowKey(request);
      response.json({ triggers: (await triggers.list(flow)).map((status) => triggerOnWire(flow, status)) });
    },

    makeTriggerKey: async (request, response) => {
      const address = webhookAddress(request);
      const made = await webhooks.makeKey(address, callerOf(response));
      response.status(201).set('Cache-Control', 'no-store').json({ ...made, path: pathOfHook(address) });
    },

    revokeTriggerKey: async (request, response) => {
      await webhooks.revokeKey(webhookAddress(request));
      response.status(204).end();
    },
  };
}

export function webhookAddress(request: Request): WebhookAddress {
  return { flow: flowKey(request), triggerId: String(request.params.trigger_id) };
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

function pathOfHook({ flow, triggerId }: WebhookAddress): string {
  return `/hooks/${flow.namespace}/${flow.id}/${triggerId}`;
}

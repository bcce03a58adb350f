import type { Services } from '../../services/build-services.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey, triggerKey } from '../request/request-values.ts';
import { triggerKeyOnWire, triggerOnWire } from '../response/wire-trigger.ts';

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
      response.status(201).set('Cache-Control', 'no-store').json(triggerKeyOnWire(webhook, made));
    },

    revokeTriggerKey: async (request, response) => {
      await webhooks.revokeKey(triggerKey(request));
      response.status(204).end();
    },
  };
}

import type { Services } from '../../services/services.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey, triggerKey } from '../request/request-values.ts';
import { pathOfHook, triggerKeyOnWire, triggerOnWire } from '../response/wire-trigger.ts';

/** The triggers of flows, and the keys of webhooks. */
export function triggerHandlers({ triggers, webhooks }: Pick<Services, 'triggers' | 'webhooks'>) {
  return {
    listTriggers: async (request, response) => {
      const flow = flowKey(request);
      response.json({
        triggers: (await triggers.list(flow, callerOf(response))).map((status) =>
          triggerOnWire(status, linkTo(response, pathOfHook({ flow, triggerId: status.trigger.id }))),
        ),
      });
    },

    sealSecret: (request, response) => {
      const { input_id: inputId } = request.params;
      response.json({ sealed: triggers.seal({ flow: flowKey(request), inputId }, request.body.value) });
    },

    makeTriggerKey: async (request, response) => {
      const webhook = triggerKey(request);
      const made = await webhooks.makeKey(webhook, callerOf(response));
      response.status(201).json(triggerKeyOnWire(made, linkTo(response, pathOfHook(webhook))));
    },

    revokeTriggerKey: async (request, response) => {
      await webhooks.revokeKey(triggerKey(request));
      response.status(204).end();
    },
  } satisfies Partial<OperationHandlers>;
}

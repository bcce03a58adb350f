import type { Services } from '../../../abilities/open-abilities.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey, triggerKey } from '../request/request-values.ts';
import { pathOfHook, tickOnWire, triggerKeyOnWire, triggerOnWire } from '../response/wire-trigger.ts';
import { sendOutcome } from './execution-handlers.ts';

/** The triggers of flows, and the keys of webhooks. */
export function triggerHandlers({
  triggers,
  webhooks,
  backfills,
}: Pick<Services, 'triggers' | 'webhooks' | 'backfills'>) {
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

    runTrigger: async (request, response) => {
      const key = request.get('Idempotency-Key');
      sendOutcome(response, await backfills.run(triggerKey(request), callerOf(response), key));
    },

    backfillTrigger: async (request, response) => {
      const { from, to, dryRun = false } = request.body;
      const times = { from: new Date(from), to: new Date(to), dryRun };
      const ticks = await backfills.backfill(triggerKey(request), callerOf(response), times);
      const started = ticks.filter(({ outcome }) => outcome === 'started').length;
      noteForAudit(response, {
        detail: dryRun ? `dry run from ${from} to ${to}` : `${started} started, ${from} to ${to}`,
      });
      response.json({ dryRun, ticks: ticks.map(tickOnWire) });
    },
  } satisfies Partial<OperationHandlers>;
}

import { Readable } from 'node:stream';
import type { ExchangeService, ImportedFlow } from '../../../abilities/flows/exchange-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { sendStream } from '../response/send-stream.ts';
import { importedOnWire } from '../response/wire-flow.ts';

/** Export and import of flows. */
export function exchangeHandlers(exchange: ExchangeService) {
  return {
    exportFlows: async (request, response) => {
      const documents = exchange.export(callerOf(response), request.query.namespace);
      // Until the first document is sent, an error can still be sent as a problem.
      const first = await documents.next();
      response.type('application/x-yaml');
      if (first.done === true) {
        response.end();
        return;
      }
      response.write(first.value);
      await sendStream(Readable.from(documents), response);
    },

    importFlows: async (request, response) => {
      const { dryRun = false } = request.query;
      const flows = await exchange.import(request.body, { caller: callerOf(response), dryRun });
      noteForAudit(response, {
        each: dryRun ? [] : flows.filter(({ outcome }) => outcome !== 'unchanged').map(auditNote),
      });
      response.json({ dryRun, flows: flows.map(importedOnWire) });
    },
  } satisfies Partial<OperationHandlers>;
}

function auditNote({ key, revision, outcome }: ImportedFlow) {
  return {
    namespace: key?.namespace,
    flowId: key?.id,
    revision,
    outcome: outcome === 'refused' ? ('refused' as const) : ('done' as const),
  };
}

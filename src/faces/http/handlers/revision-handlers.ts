import type { FlowService } from '../../../abilities/flows/flow-service.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { expectedRevisions, setRevisionTag } from '../request/preconditions.ts';
import { flowKey } from '../request/request-values.ts';
import { flowOnWire, revisionOnWire } from '../response/wire-flow.ts';

/** The history of a flow. */
export function revisionHandlers(flows: FlowService) {
  return {
    listRevisions: async (request, response) => {
      const { limit = 50, before } = request.query;
      const revisions = await flows.revisions(flowKey(request), { limit, before });
      response.json({ revisions: revisions.map(revisionOnWire) });
    },

    diffRevisions: async (request, response) => {
      const key = flowKey(request);
      const to = await flows.stored(key, request.query.to);
      const from =
        request.query.from ?? (await flows.revisions(key, { limit: 1, before: to.entry.revision })).at(0)?.revision;
      if (from === undefined)
        throw new AppError(
          'invalid-request',
          `Revision ${to.entry.revision} has no previous revision; specify the revisions to compare with ?from= and ?to=.`,
        );
      response.type('text/x-diff').send(await flows.diff(await flows.stored(key, from), to, callerOf(response)));
    },

    restoreRevision: async (request, response) => {
      const change = { caller: callerOf(response), expected: expectedRevisions(request) };
      const record = await flows.restore(flowKey(request), request.params.revision, change);
      setRevisionTag(response, record.entry.revision);
      noteForAudit(response, { revision: record.entry.revision });
      response.json(flowOnWire(record, await record.checked.value(callerOf(response).key)));
    },
  } satisfies Partial<OperationHandlers>;
}

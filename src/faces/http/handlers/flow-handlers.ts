import type { FlowService } from '../../../abilities/flows/flow-service.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { commitOf, expectedRevisions, setRevisionTag } from '../request/preconditions.ts';
import { flowKey } from '../request/request-values.ts';
import { negotiate } from '../response/negotiate.ts';
import { flowOnWire, outlineOnWire } from '../response/wire-flow.ts';

const representations = ['application/json', 'application/x-yaml', 'application/yaml', 'text/yaml'] as const;

/** Validates, creates, reads, updates and deletes flows. */
export function flowHandlers(flows: FlowService) {
  return {
    validateFlow: async (request, response) => {
      const { errors, warnings } = await flows.validate(request.body, { caller: callerOf(response) });
      response.json({ valid: errors.length === 0, errors, warnings });
    },

    outlineFlow: async (request, response) => {
      response.json(outlineOnWire(await flows.outline(request.body, callerOf(response).key)));
    },

    createFlow: async (request, response) => {
      const record = await flows.create(request.body, {
        caller: callerOf(response),
        commit: commitOf(request),
      });
      setRevisionTag(response, record.entry.revision);
      noteForAudit(response, {
        namespace: record.flow.namespace,
        flowId: record.flow.id,
        revision: record.entry.revision,
      });
      response
        .status(201)
        .location(linkTo(response, `/flows/${flowName(record.flow)}`))
        .json(flowOnWire(record, await record.checked.value(callerOf(response).key)));
    },

    getFlow: async (request, response) => {
      const mediaType = negotiate(request, response, representations);
      if (mediaType !== 'application/json') {
        const { entry, source } = await flows.stored(flowKey(request), request.query.revision);
        setRevisionTag(response, entry.revision);
        response.type(mediaType).send(source.bytes);
        return;
      }
      const record = await flows.read(flowKey(request), {
        revision: request.query.revision,
        owner: callerOf(response).key,
      });
      setRevisionTag(response, record.entry.revision);
      response.json(flowOnWire(record, await record.checked.value(callerOf(response).key)));
    },

    updateFlow: async (request, response) => {
      const change = {
        caller: callerOf(response),
        expected: expectedRevisions(request),
        commit: commitOf(request),
      };
      const record = await flows.update(flowKey(request), request.body, change);
      setRevisionTag(response, record.entry.revision);
      noteForAudit(response, { revision: record.entry.revision });
      response.json(flowOnWire(record, await record.checked.value(callerOf(response).key)));
    },

    deleteFlow: async (request, response) => {
      const change = {
        caller: callerOf(response),
        expected: expectedRevisions(request),
        commit: commitOf(request),
        purge: request.query.purge ?? false,
      };
      if (change.purge) noteForAudit(response, { action: 'purgeFlow' });
      await flows.delete(flowKey(request), change);
      response.status(204).end();
    },
  } satisfies Partial<OperationHandlers>;
}

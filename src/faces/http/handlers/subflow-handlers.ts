import type { DependencyService } from '../../../abilities/flows/dependency-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { setRevisionTag } from '../request/preconditions.ts';
import { flowKey } from '../request/request-values.ts';
import { callOnWire, dependenciesOnWire } from '../response/wire-flow.ts';

/** The subflows and dependencies of flows. */
export function subflowHandlers(dependencies: DependencyService) {
  return {
    validateSubflows: async (request, response) => {
      const { record, errors, warnings, calls } = await dependencies.validateSubflows(
        flowKey(request),
        callerOf(response),
        request.query.revision,
      );
      setRevisionTag(response, record.entry.revision);
      response.json({
        valid: errors.length === 0,
        errors,
        warnings,
        subflows: calls.map((call) => callOnWire(call, errors)),
      });
    },

    getDependencies: async (request, response) => {
      const key = flowKey(request);
      response.json(dependenciesOnWire(key, await dependencies.graph(key, callerOf(response))));
    },
  } satisfies Partial<OperationHandlers>;
}

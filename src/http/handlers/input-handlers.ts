import type { JsonObject } from '../../problem/json-value.ts';
import type { InputService } from '../../services/flows/input-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { setRevisionTag } from '../request/preconditions.ts';
import { flowKey, revisionParameter } from '../request/request-values.ts';
import { violationOnWire } from '../response/wire-inputs.ts';

/** The inputs of a flow. */
export function inputHandlers(inputs: InputService): OperationHandlers {
  return {
    getInputSchema: async (request, response) => {
      const { record, schema } = await inputs.schema(flowKey(request), {
        caller: callerOf(response),
        revision: revisionParameter(request),
      });
      setRevisionTag(response, record.entry.revision);
      response.json(schema);
    },

    validateInputs: async (request, response) => {
      const { inputs: values } = request.body as { inputs: JsonObject }; // as the contract says
      const { violations } = await inputs.validate(flowKey(request), values, {
        caller: callerOf(response),
        revision: revisionParameter(request),
      });
      response.json({ valid: violations.length === 0, errors: violations.map(violationOnWire) });
    },
  };
}

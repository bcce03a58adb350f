import type { InputService } from '../../../abilities/flows/input-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { setRevisionTag } from '../request/preconditions.ts';
import { flowKey } from '../request/request-values.ts';
import { noticesOnWire, violationOnWire } from '../response/wire-inputs.ts';

/** The schema of a flow's inputs, and validation of values. */
export function inputHandlers(inputs: InputService) {
  return {
    getInputSchema: async (request, response) => {
      const { record, schema } = await inputs.schema(flowKey(request), {
        caller: callerOf(response),
        revision: request.query.revision,
      });
      setRevisionTag(response, record.entry.revision);
      response.json(schema);
    },

    validateInputs: async (request, response) => {
      const { violations, notices } = await inputs.validate(flowKey(request), request.body.inputs, {
        caller: callerOf(response),
        revision: request.query.revision,
      });
      response.json({
        valid: violations.length === 0,
        errors: violations.map(violationOnWire),
        ...noticesOnWire(notices),
      });
    },
  } satisfies Partial<OperationHandlers>;
}

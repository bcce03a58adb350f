import type { JsonObject } from '../../../../base/text/json-value.ts';
import { rejectedInputs } from '../../response/wire-inputs.ts';
import { argument, defineTool } from '../tool.ts';
import { executionData, stateSentence } from './execution-data.ts';

interface Args {
  readonly namespace: string;
  readonly flow_id: string;
  readonly inputs?: JsonObject;
  readonly revision?: number;
  readonly idempotency_key?: string;
}

export const runFlow = defineTool<Args>({
  name: 'run_flow',
  title: 'Run a flow',
  description:
    'Starts an execution of a flow and returns its id at once; then call get_execution until it has ended. It can deploy, delete or send things: run only what the user asked for. Only flows with the label "mcp: allowed" run. Validate the inputs first.',
  properties: {
    namespace: argument.namespace,
    flow_id: argument.flowId,
    inputs: argument.inputs,
    revision: argument.revision,
    idempotency_key: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'A key of your choice for this run. If a call fails without an answer, repeat it with the same key: within 24 hours, the flow runs once',
    },
  },
  required: ['namespace', 'flow_id'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  operation: 'runFlow',
  call: async ({ namespace, flow_id: id, inputs = {}, revision, idempotency_key: idempotencyKey }, context) => {
    const run = { inputs, ...(revision !== undefined && { revision }) };
    const outcome = await context.services.runs.run({ namespace, id }, run, {
      caller: context.caller,
      isFromAgent: true,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    if ('violations' in outcome) throw rejectedInputs(outcome.violations);
    const { execution } = outcome;
    context.note({ namespace, flowId: id, revision: execution.revision, executionId: execution.id });
    return {
      summary: `Started the execution ${execution.id}. ${stateSentence(execution, context)}`,
      data: executionData(execution, context),
    };
  },
});

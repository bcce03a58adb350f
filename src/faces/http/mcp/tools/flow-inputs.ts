import { isAllowedForAgents } from '../../../../abilities/flows/inputs/agent-rules.ts';
import { isJsonObject } from '../../../../base/text/json-value.ts';
import { isFileType } from '../../../../language/input-types/input-types.ts';
import { countOf } from '../../../../language/input-types/type-parts.ts';
import { foreign, foreignNote } from '../foreign-text.ts';
import { argument, defineTool } from '../tool.ts';

interface Args {
  readonly namespace: string;
  readonly flow_id: string;
  readonly revision?: number;
}

const maxSchema = 64_000;

export const flowInputs = defineTool<Args>({
  name: 'flow_inputs',
  title: 'Inputs of a flow',
  description:
    'Returns the JSON Schema of the inputs of a flow: names, types, limits, defaults and which are required. Then call validate, and run_flow with values.',
  properties: { namespace: argument.namespace, flow_id: argument.flowId, revision: argument.revision },
  required: ['namespace', 'flow_id'],
  operation: 'getInputSchema',
  call: async ({ namespace, flow_id: id, revision }, { services, caller }) => {
    const { record, schema } = await services.inputs.schema({ namespace, id }, { caller, revision });
    const labels = record.checked.check.draft?.labels ?? {};
    const inputs = Object.values(schema.properties);
    const hasFiles = inputs.some((input) => isJsonObject(input) && isFileType(input['x-input-type']));
    return {
      summary: `The flow has ${countOf(inputs.length, 'input')}; required: ${schema.required?.length ?? 0}.${hasFiles ? ' Agents cannot upload files: leave inputs with files out; if one is required, a person has to run the flow.' : ''}`,
      data: {
        note: foreignNote,
        namespace,
        flow_id: id,
        revision: record.entry.revision,
        allowed_for_agents: isAllowedForAgents(record.flow, { labels }),
        schema: foreign(schema as unknown as Parameters<typeof foreign>[0], { limit: maxSchema }), // plain JSON
      },
    };
  },
});

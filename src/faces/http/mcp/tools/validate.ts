import { isAllowedForAgents } from '../../../../abilities/flows/inputs/agent-rules.ts';
import { AppError } from '../../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../../base/text/json-value.ts';
import { flowName } from '../../../../language/flow/flow-key.ts';
import { countOf } from '../../../../language/input-types/type-parts.ts';
import { bodyTooLarge } from '../../request/body-problem.ts';
import { noticesOnWire, violationOnWire } from '../../response/wire-inputs.ts';
import { foreign, foreignNote } from '../foreign-text.ts';
import { argument, defineTool, type ToolAnswer, type ToolContext } from '../tool.ts';

interface Args {
  readonly flow?: string;
  readonly namespace?: string;
  readonly flow_id?: string;
  readonly revision?: number;
  readonly inputs?: JsonObject;
}

const maxShown = 20_000;

export const validate = defineTool<Args>({
  name: 'validate',
  title: 'Validate inputs or a flow',
  description:
    'Checks without running or storing anything. Either the values for a flow: give namespace, flow_id and inputs; this is the dry run of run_flow. Or a whole flow document: give it as YAML in "flow". Returns every problem with its place; explain_problem explains a code.',
  properties: {
    flow: { type: 'string', minLength: 1, description: 'A flow in YAML; then leave out everything else' },
    namespace: argument.namespace,
    flow_id: argument.flowId,
    revision: argument.revision,
    inputs: argument.inputs,
  },
  operation: ({ flow }) => (flow === undefined ? 'validateInputs' : 'validateFlow'),
  call: ({ flow, namespace, flow_id: id, revision, inputs = {} }, context) => {
    if (flow !== undefined && namespace === undefined && id === undefined) return validateFlow(flow, context);
    if (flow === undefined && namespace !== undefined && id !== undefined)
      return validateInputs({ namespace, id, revision, inputs }, context);
    throw new AppError('invalid-request', 'Give either "flow" alone, or "namespace", "flow_id" and "inputs".');
  },
});

async function validateFlow(text: string, { services, caller, limits }: ToolContext): Promise<ToolAnswer> {
  const bytes = Buffer.from(text);
  if (bytes.length > limits.flowBytes) throw bodyTooLarge('A flow', limits.flowBytes);
  const source = { bytes, mediaType: 'application/x-yaml', format: 'yaml' as const };
  const { errors, warnings } = await services.flows.validate(source, { caller });
  return {
    summary:
      errors.length === 0
        ? `The flow is valid, with ${countOf(warnings.length, 'warning')}.`
        : `The flow is invalid: ${countOf(errors.length, 'error')} and ${countOf(warnings.length, 'warning')}.`,
    data: {
      note: foreignNote,
      valid: errors.length === 0,
      errors: foreign(
        errors.map((problem) => ({ ...problem })),
        { limit: maxShown },
      ),
      warnings: foreign(
        warnings.map((problem) => ({ ...problem })),
        { limit: maxShown },
      ),
    },
  };
}

interface Values {
  readonly namespace: string;
  readonly id: string;
  readonly revision: number | undefined;
  readonly inputs: JsonObject;
}

async function validateInputs(
  { namespace, id, revision, inputs }: Values,
  { services, caller }: ToolContext,
): Promise<ToolAnswer> {
  const key = { namespace, id };
  const options = { caller, revision, isFromAgent: true };
  const { record, violations, notices } = await services.inputs.validate(key, inputs, options);
  const isAllowed = isAllowedForAgents(record.flow, { labels: record.checked.check.draft?.labels ?? {} });
  const isValid = violations.length === 0;
  return {
    summary: `The values are ${isValid ? 'valid' : `invalid: ${countOf(violations.length, 'problem')}`}.${isAllowed ? '' : ` But agents may not run ${flowName(key)}: it lacks the label "mcp: allowed".`}`,
    data: {
      note: foreignNote,
      valid: isValid,
      revision: record.entry.revision,
      allowed_for_agents: isAllowed,
      errors: foreign(violations.map(violationOnWire), { limit: maxShown }),
      ...noticesForeign(noticesOnWire(notices)),
    },
  };
}

function noticesForeign({ notices }: ReturnType<typeof noticesOnWire>) {
  return notices === undefined ? {} : { notices: foreign(notices, { limit: maxShown }) };
}

import { isAllowedForAgents } from '../../../../abilities/flows/inputs/agent-rules.ts';
import type { ListedFlow } from '../../../../abilities/home/flow-list-service.ts';
import { flowName } from '../../../../language/flow/flow-key.ts';
import { countOf } from '../../../../language/input-types/type-parts.ts';
import { executionBriefOnWire } from '../../response/wire-execution.ts';
import { foreignIfAny, foreignNote } from '../foreign-text.ts';
import { argument, defineTool, type ToolContext } from '../tool.ts';

interface Args {
  readonly search?: string;
  readonly namespace?: string;
  readonly limit?: number;
}

const maxFlows = 50;

export const findFlows = defineTool<Args>({
  name: 'find_flows',
  title: 'Find flows',
  description: `Finds flows (pipelines) that you may read, by words in their id, namespace, description, labels or tasks. Without a search, lists flows by name. Shows for each whether you can run it, and if not, why. Then call flow_inputs. At most ${maxFlows} flows; if "more" is true, search for more specific words.`,
  properties: {
    search: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Words that must all occur, such as "deploy web"',
    },
    namespace: { ...argument.namespace, description: 'Only flows of this namespace' },
    limit: { type: 'integer', minimum: 1, maximum: maxFlows, default: 20 },
  },
  operation: 'listFlows',
  call: async ({ search, namespace, limit = 20 }, { services, caller }) => {
    const words = search?.trim().split(/\s+/);
    const query = {
      namespace,
      words,
      labels: [],
      deleted: false,
      order: 'namespace' as const,
      descending: false,
      limit,
    };
    const { flows, next } = await services.flowLists.list(caller, query, { lastExecution: true, nextAt: false });
    const runnable = flows.filter((listed) => obstacleOf(listed, caller) === undefined).length;
    return {
      summary: `Found ${next === undefined ? '' : 'more than '}${countOf(flows.length, 'flow')}, of which you can run ${runnable}.`,
      data: {
        note: foreignNote,
        flows: flows.map((listed) => flowOf(listed, caller)),
        more: next !== undefined,
      },
    };
  },
});

function flowOf(listed: ListedFlow, caller: ToolContext['caller']) {
  const { flow, lastExecution } = listed;
  const brief = lastExecution && executionBriefOnWire(lastExecution);
  const cannotRunBecause = obstacleOf(listed, caller);
  return {
    namespace: flow.namespace,
    flow_id: flow.id,
    revision: flow.revision,
    description: foreignIfAny(flow.description),
    labels: Object.keys(flow.labels).length === 0 ? undefined : foreignIfAny(flow.labels),
    can_run: cannotRunBecause === undefined,
    cannot_run_because: cannotRunBecause,
    last_execution: brief && { id: brief.id, state: brief.state, created_at: brief.createdAt, ended_at: brief.endedAt },
  };
}

/** Why the agent cannot run the latest revision of a flow. */
function obstacleOf({ flow }: ListedFlow, caller: ToolContext['caller']): string | undefined {
  if (!isAllowedForAgents(flow)) return 'It lacks the label "mcp: allowed", which its authors can add.';
  if (flow.disabled) return 'It is disabled.';
  return caller.may('execute', flow.namespace)
    ? undefined
    : `Your token lacks the right to execute in the namespace of ${flowName(flow)}.`;
}

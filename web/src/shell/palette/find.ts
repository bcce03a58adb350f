import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../src/language/flow/flow-key.ts';
import { newestExecutionsQuery, type Execution, type ExecutionBrief } from '../../api/execution-queries.ts';
import { pathOf, searchOf, type FlowKey } from '../../api/flow-queries.ts';
import { get } from '../../api/read.ts';

export type FoundFlow = Schema<'ListedFlow'>;
export interface FoundExecution extends Pick<ExecutionBrief, 'id' | 'number' | 'state' | 'createdAt' | 'waitingFor'> {
  readonly flow: FlowKey;
}

export interface Found {
  readonly flows: readonly FoundFlow[];
  readonly executions: readonly FoundExecution[];
}

const shown = { flows: 8, executions: 5 };
/** How many flows are asked for an execution of a number. */
const maxFlowsOfNumber = 3;
const executionId = /^[0-9A-HJKMNP-TV-Z]{26}$/i;
const withNumber = /^(.*?)\s*#(\d+)$/;

/** The flows and executions for a text: words, the id of an execution, or a number such as `hello #12`. */
export async function find(text: string, client: QueryClient, signal: AbortSignal): Promise<Found> {
  if (executionId.test(text)) {
    const { executions } = await get('/executions', { query: { id: [text.toUpperCase()] } }, signal);
    return { flows: [], executions: executions.map(asFound) };
  }
  const [, words, digits] = withNumber.exec(text) ?? [];
  if (digits === undefined) {
    const [flows, newest] = await Promise.all([findFlows(text, signal), newestExecutions(client)]);
    return { flows, executions: newest.filter((each) => hasWords(each, text)).slice(0, shown.executions) };
  }
  const number = Number(digits);
  if (words === undefined || words === '') {
    const executions = (await newestExecutions(client)).filter((each) => each.number === number);
    return { flows: [], executions: executions.slice(0, shown.executions) };
  }
  const flows = (await findFlows(words, signal)).slice(0, maxFlowsOfNumber);
  const executions = await Promise.all(flows.map((flow) => executionsOf(flow, signal)));
  return { flows: [], executions: executions.flat().filter((each) => each.number === number) };
}

/** Finds flows; those whose own id matches come first. */
async function findFlows(text: string, signal: AbortSignal): Promise<readonly FoundFlow[]> {
  const search = searchOf(text.replaceAll('/', ' '));
  if (search === undefined) return [];
  const query = { search, include: ['lastExecution' as const], limit: 30 };
  const { flows } = await get('/flows', { query }, signal);
  const isNamed = ({ matches = [] }: FoundFlow) => matches.some((match) => match.in === 'id');
  return flows.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one))).slice(0, shown.flows);
}

async function newestExecutions(client: QueryClient): Promise<readonly FoundExecution[]> {
  const { executions } = await client.fetchQuery({ ...newestExecutionsQuery({}), staleTime: 10_000 });
  return executions.map(asFound);
}

async function executionsOf({ namespace, id }: FlowKey, signal: AbortSignal): Promise<readonly FoundExecution[]> {
  const params = { path: pathOf({ namespace, id }), query: { limit: 500 } };
  const { executions } = await get('/flows/{namespace}/{flow_id}/executions', params, signal);
  return executions.map((execution) => ({ ...execution, flow: { namespace, id } }));
}

function asFound({ namespace, flowId, ...execution }: Execution): FoundExecution {
  return { ...execution, flow: { namespace, id: flowId } };
}

function hasWords({ flow }: FoundExecution, text: string): boolean {
  return hasAllWords(flowName(flow), text);
}

/** Whether a title contains all words of a text, in upper or lower case. */
export function hasAllWords(title: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => title.toLowerCase().includes(word));
}

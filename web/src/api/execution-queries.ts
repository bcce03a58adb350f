import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { limitsOf, type TimeRange } from '../lists/time-range.ts';
import { isFinal, type ExecutionState } from './execution-states.ts';
import { pathOf, type FlowKey } from './flow-queries.ts';
import { get, read, readPages } from './read.ts';

export type Execution = Schema<'Execution'>;
export type Comparison = Schema<'Comparison'>;
export type ExecutionBrief = Schema<'ExecutionBrief'>;

/** What executions wait for; `mine` for approvals that the user may decide. */
export type WaitFilter = Schema<'WaitKind'> | 'mine';

export interface ExecutionFilter {
  readonly namespace?: string;
  readonly flow_id?: string;
  readonly state?: readonly ExecutionState[];
  readonly waiting_for?: readonly WaitFilter[];
  readonly label?: readonly string[];
  readonly actor?: string;
  /** The execution that started them. */
  readonly parent?: string;
  readonly time?: TimeRange;
  /** Lists the executions in the archive. */
  readonly archived?: boolean;
}

const refreshMilliseconds = { running: 1_000, list: 3_000, approvals: 15_000 };
export const executionPageSize = 50;
const taskPageSize = 500;

/** Pages of executions without their tasks, newest first. They stay as they are; `useLiveExecutions` patches them. */
export function executionListQuery(filter: ExecutionFilter) {
  return {
    ...readPages(['executions', 'pages', filter], (cursor, signal) =>
      get('/executions', { query: { ...pageQuery(filter), cursor } }, signal),
    ),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** The first page as it is now. */
export function newestExecutionsQuery(filter: ExecutionFilter) {
  return queryOptions({
    queryKey: ['executions', 'newest', filter],
    queryFn: ({ signal }) => get('/executions', { query: pageQuery(filter) }, signal),
    refetchInterval: refreshMilliseconds.list,
  });
}

/** Executions that can still change. @param ids at most 100 */
export function executionsByIdQuery(ids: readonly string[]) {
  return {
    ...read('/executions', { query: { id: [...ids], limit: 100 } }),
    enabled: ids.length > 0,
    refetchInterval: refreshMilliseconds.list,
    gcTime: 0,
  };
}

/** Whether a user has approved already, while others must too. */
export function hasApproved({ waitingFor }: Pick<Execution, 'waitingFor'>, subject: string | undefined): boolean {
  return waitingFor?.approvals?.some(({ by }) => by === subject) === true;
}

/** Pages of approvals that the user may decide, newest first. */
export function myApprovalsQuery() {
  const filter: ExecutionFilter = { waiting_for: ['mine'] };
  return {
    ...readPages(['executions', 'approvals'], (cursor, signal) =>
      get('/executions', { query: { ...pageQuery(filter), cursor } }, signal),
    ),
    refetchInterval: refreshMilliseconds.approvals,
  };
}

function pageQuery({ state, waiting_for: waits, label, time = {}, ...rest }: ExecutionFilter) {
  const lists = { state: state && [...state], waiting_for: waits && [...waits], label: label && [...label] };
  return { ...rest, ...limitsOf(time, Date.now()), ...lists, limit: executionPageSize };
}

/** The latest executions of a flow, in brief. */
export const recentExecutionsQuery = (flow: FlowKey) => ({
  ...read('/flows/{namespace}/{flow_id}/executions', { path: pathOf(flow) }),
  refetchInterval: 10_000,
});

/** An execution with its tasks; refreshed until it has ended. */
export function executionQuery(id: string) {
  return queryOptions({
    ...read('/executions/{execution_id}', { path: { execution_id: id } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isFinal(data.state)
        ? false
        : data?.waitingFor === undefined
          ? refreshMilliseconds.running
          : refreshMilliseconds.list,
  });
}

/** The tasks of the flow revision that an execution runs, which never changes. */
export function executionOutlineQuery(id: string) {
  return { ...read('/executions/{execution_id}/outline', { path: { execution_id: id } }), staleTime: Infinity };
}

/** What differs between two executions. */
export function comparisonQuery(left: string, right: string) {
  return read('/executions/{execution_id}/comparison', { path: { execution_id: left }, query: { with: right } });
}

/** The execution of the flow before one. */
export function previousExecutionQuery({ id, namespace, flowId }: Pick<Execution, 'id' | 'namespace' | 'flowId'>) {
  const query = { namespace, flow_id: flowId, cursor: id, limit: 1 };
  return read('/executions', { query });
}

/** The lines of the logs of a flow that contain a text, newest executions first. */
export function logSearchQuery(flow: FlowKey, text: string) {
  return readPages(['executions', 'log search', flow, text], async (after, signal) => {
    const query = { search: text, ...(after !== undefined && { after }) };
    const { hits, next } = await get('/flows/{namespace}/{flow_id}/logs', { path: pathOf(flow), query }, signal);
    return { hits, ...(next !== undefined && { nextCursor: next }) };
  });
}

/** All tasks of an execution, also those inside folded loops; refreshed until it has ended. */
export function allTasksQuery(id: string, hasEnded: boolean) {
  return queryOptions({
    queryKey: ['executions', id, 'tasks', hasEnded],
    queryFn: async ({ signal }) => {
      const tasks: Schema<'TaskRun'>[] = [];
      for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
        const query = { limit: taskPageSize, ...(cursor !== undefined && { cursor }) };
        const page = await get('/executions/{execution_id}/tasks', { path: { execution_id: id }, query }, signal);
        tasks.push(...(page.tasks as Schema<'TaskRun'>[])); // nothing changes them
        cursor = page.nextCursor;
      }
      return tasks;
    },
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : refreshMilliseconds.list,
  });
}

export function artifactsQuery(id: string) {
  return read('/executions/{execution_id}/artifacts', { path: { execution_id: id } });
}

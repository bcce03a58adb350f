import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/api-client/operation-types.ts';
import { limitsOf, type TimeRange } from '../lists/time-range.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { isFinal, type ExecutionState } from './execution-states.ts';
import { queryKeys } from './query-keys.ts';

export type Execution = Schema<'Execution'>;
export type ExecutionBrief = Schema<'ExecutionBrief'>;

export interface ExecutionFilter {
  readonly namespace?: string;
  readonly flow_id?: string;
  readonly state?: readonly ExecutionState[];
  readonly label?: readonly string[];
  readonly actor?: string;
  readonly time?: TimeRange;
}

const refreshMilliseconds = { running: 1_000, list: 3_000 };
export const executionPageSize = 50;

/** Pages of executions without their tasks, newest first. They stay as they are; `useLiveExecutions` patches them. */
export function executionListQuery(filter: ExecutionFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.executionList(filter),
    queryFn: ({ pageParam, signal }) => executionPage(filter, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The old rows stay until those of a changed filter are there.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The first page as it is now. */
export function newestExecutionsQuery(filter: ExecutionFilter) {
  return queryOptions({
    queryKey: queryKeys.newestExecutions(filter),
    queryFn: ({ signal }) => executionPage(filter, { signal }),
    refetchInterval: refreshMilliseconds.list,
  });
}

/** Executions that can still change. @param ids at most 100 */
export function executionsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.executionsById(ids),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/executions', { params: { query: { id: [...ids], limit: 100 } }, signal })),
    enabled: ids.length > 0,
    refetchInterval: refreshMilliseconds.list,
    gcTime: 0,
  });
}

function executionPage(
  { state, label, time = {}, ...rest }: ExecutionFilter,
  { cursor, signal }: { readonly cursor?: string; readonly signal: AbortSignal },
) {
  const query = { ...rest, ...limitsOf(time, Date.now()), state: state && [...state], label: label && [...label] };
  return unwrap(api.GET('/executions', { params: { query: { ...query, limit: executionPageSize, cursor } }, signal }));
}

/** The latest executions of a flow, in brief. */
export function recentExecutionsQuery(namespace: string, id: string) {
  return queryOptions({
    queryKey: queryKeys.recentExecutions(namespace, id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/flows/{namespace}/{flow_id}/executions', {
          params: { path: { namespace, flow_id: id } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
  });
}

/** An execution with its tasks; refreshed until it has ended. */
export function executionQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.execution(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/executions/{execution_id}', { params: { path: { execution_id: id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isFinal(data.state) ? false : refreshMilliseconds.running,
  });
}

/** The flows that a revision of a flow calls; it never changes. */
export function callsQuery({
  namespace,
  id,
  revision,
}: {
  readonly namespace: string;
  readonly id: string;
  readonly revision?: number | undefined;
}) {
  return queryOptions({
    queryKey: queryKeys.calls(namespace, id, revision),
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/flows/{namespace}/{flow_id}/validate-subflows', {
          params: { path: { namespace, flow_id: id }, query: { revision } },
          signal,
        }),
      ),
    staleTime: Infinity,
    // A flow that was deleted has no calls to show.
    retry: false,
  });
}

export function artifactsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.artifacts(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/executions/{execution_id}/artifacts', { params: { path: { execution_id: id } }, signal })),
  });
}

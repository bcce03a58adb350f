import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/contract/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type Execution = Schema<'Execution'>;
export type ExecutionState = Schema<'ExecutionState'>;

export interface ExecutionFilter {
  readonly namespace?: string;
  readonly flow_id?: string;
  readonly state?: readonly ExecutionState[];
  readonly label?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

const refreshMilliseconds = { running: 1_000, list: 3_000 };

export function isFinal(state: ExecutionState): boolean {
  return !['CREATED', 'QUEUED', 'RUNNING'].includes(state);
}

/** Pages of executions without their tasks, newest first; refreshed while one of them runs. */
export function executionListQuery(filter: ExecutionFilter, { limit = 50 }: { readonly limit?: number } = {}) {
  const { state, label, ...rest } = filter;
  return infiniteQueryOptions({
    queryKey: queryKeys.executionList({ ...filter, limit }),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/executions', {
          params: {
            query: { ...rest, state: state && [...state], label: label && [...label], limit, cursor: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The old rows stay until those of a changed filter are there.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ executions }) => executions.some((each) => !isFinal(each.state)))
        ? refreshMilliseconds.list
        : false,
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

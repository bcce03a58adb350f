import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { isFinal } from './execution-states.ts';
import { queryKeys } from './query-keys.ts';

export interface FlowFilter {
  /** The prefix of an id or a namespace. */
  readonly q?: string;
  readonly namespace?: string;
  /** As `name:value`. */
  readonly label?: readonly string[];
  readonly sort?: 'namespace' | 'id' | '-updated';
}

const refreshMilliseconds = { running: 3_000, list: 30_000 };

/** Pages of flows with their last executions and next ticks. */
export function flowListQuery({ q, namespace, label, sort }: FlowFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.flowList({ q, namespace, label, sort }),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/flows', {
          params: {
            query: {
              q,
              namespace,
              label: label && [...label],
              sort,
              include: ['lastExecution', 'nextAt'],
              cursor: pageParam,
            },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The old rows stay until those of a changed filter are there.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ flows }) => flows.some(({ lastExecution }) => lastExecution && !isFinal(lastExecution.state)))
        ? refreshMilliseconds.running
        : refreshMilliseconds.list,
  });
}

/** The latest revision of a flow. */
export function flowQuery(namespace: string, id: string) {
  return queryOptions({
    queryKey: queryKeys.flow(namespace, id),
    queryFn: async ({ signal }) => {
      const call = api.GET('/flows/{namespace}/{flow_id}', {
        params: { path: { namespace, flow_id: id } },
        headers: { accept: 'application/json' },
        signal,
      });
      return (await unwrap(call)) as Schema<'Flow'>; // a string only for YAML
    },
  });
}

/** The JSON Schema of the inputs of a revision, by default of the latest. */
export function inputSchemaQuery(namespace: string, id: string, revision?: number) {
  return queryOptions({
    queryKey: queryKeys.inputSchema(namespace, id, revision),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/flows/{namespace}/{flow_id}/schema', {
          params: { path: { namespace, flow_id: id }, query: { revision } },
          signal,
        }),
      ),
    // The inputs must not change under a form that is filled in.
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function triggersQuery(namespace: string, id: string) {
  return queryOptions({
    queryKey: queryKeys.triggers(namespace, id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/flows/{namespace}/{flow_id}/triggers', { params: { path: { namespace, flow_id: id } }, signal }),
      ),
    staleTime: 60_000,
  });
}

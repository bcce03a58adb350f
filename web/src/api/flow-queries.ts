import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/contract/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export interface FlowFilter {
  /** The prefix of an id or a namespace. */
  readonly q?: string;
  readonly namespace?: string;
  /** As `name:value`. */
  readonly label?: readonly string[];
}

/** Pages of flows. */
export function flowListQuery({ q, namespace, label }: FlowFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.flowList({ q, namespace, label }),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/flows', {
          params: { query: { q, namespace, label: label === undefined ? undefined : [...label], cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The old rows stay until those of a changed filter are there.
    placeholderData: keepPreviousData,
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

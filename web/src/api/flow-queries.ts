import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { isFinal } from './execution-states.ts';
import { get, read, readPages } from './read.ts';

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
  const filter = { q, namespace, label: label && [...label], sort };
  return infiniteQueryOptions({
    ...readPages(['flows', 'pages', filter], (cursor, signal) =>
      get('/flows', { query: { ...filter, include: ['lastExecution', 'nextAt'], cursor } }, signal),
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ flows }) => flows.some(({ lastExecution }) => lastExecution && !isFinal(lastExecution.state)))
        ? refreshMilliseconds.running
        : refreshMilliseconds.list,
  });
}

/** The latest revision of a flow. */
export function flowQuery(namespace: string, id: string) {
  return read('/flows/{namespace}/{flow_id}', { path: { namespace, flow_id: id } });
}

/** One revision of a flow, which never changes. */
export function revisionQuery(namespace: string, id: string, revision: number) {
  const query = read('/flows/{namespace}/{flow_id}', { path: { namespace, flow_id: id }, query: { revision } });
  return { ...query, staleTime: Infinity };
}

/** The JSON Schema of the inputs of a revision, by default of the latest. */
export function inputSchemaQuery(namespace: string, id: string, revision?: number) {
  const query = read('/flows/{namespace}/{flow_id}/schema', { path: { namespace, flow_id: id }, query: { revision } });
  // The inputs must not change while someone fills in the form.
  return { ...query, staleTime: Infinity, gcTime: 0 };
}

export function triggersQuery(namespace: string, id: string) {
  return { ...read('/flows/{namespace}/{flow_id}/triggers', { path: { namespace, flow_id: id } }), staleTime: 60_000 };
}

/** The Jenkinsfile of the latest revision, and its warnings. */
export function jenkinsfileQuery(namespace: string, id: string) {
  return read('/flows/{namespace}/{flow_id}/jenkinsfile', { path: { namespace, flow_id: id } });
}

/** The flows that a flow calls and that call it. */
export function dependenciesQuery(namespace: string, id: string) {
  return read('/flows/{namespace}/{flow_id}/dependencies', { path: { namespace, flow_id: id } });
}

/** The flows that a revision of a flow calls, which never change. */
export function callsQuery({ namespace, id, revision }: Schema<'FlowKey'> & { readonly revision?: number }) {
  return queryOptions({
    queryKey: ['flows', namespace, id, 'calls', revision],
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

export type RevisionEntry = Schema<'RevisionEntry'>;

const revisionsPerPage = 50;

/** Pages of revisions with their authors and times, newest first. */
export function revisionListQuery(namespace: string, id: string) {
  const path = { namespace, flow_id: id };
  return infiniteQueryOptions({
    queryKey: ['flows', namespace, id, 'revisions'],
    queryFn: async ({ pageParam: before, signal }) => {
      const params = { path, query: { limit: revisionsPerPage, before } };
      return (await get('/flows/{namespace}/{flow_id}/revisions', params, signal)).revisions;
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < revisionsPerPage ? undefined : page.at(-1)?.revision),
  });
}

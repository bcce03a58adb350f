import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { isFinal } from './execution-states.ts';
import { get, read, readPages } from './read.ts';

export type FlowKey = Schema<'FlowKey'>;

/** The text of a flow. */
export interface FlowText {
  readonly text: string;
  /** Such as `application/x-yaml`. */
  readonly mediaType: string;
}

/** How a text is sent: unchanged, although the type is that of parsed bodies. */
export function sent({ text, mediaType }: FlowText) {
  return { headers: { 'content-type': mediaType }, body: text as never };
}

export interface FlowFilter {
  /** Words that are anywhere in the names, texts, labels and tasks of a flow. */
  readonly q?: string;
  readonly namespace?: string;
  /** As `name:value`. */
  readonly label?: readonly string[];
  readonly sort?: 'namespace' | 'id' | '-updated';
}

const refreshMilliseconds = { running: 3_000, list: 30_000 };

/** Pages of flows with their last executions and next ticks. */
export function flowListQuery({ q, namespace, label, sort }: FlowFilter) {
  const filter = { search: searchOf(q), namespace, label: label && [...label], sort };
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

/** What the API takes: at most 8 words and 200 characters. */
export function searchOf(text = ''): string | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length === 0 ? undefined : words.slice(0, 8).join(' ').slice(0, 200).trim();
}

/** The namespaces that have flows, with their number. */
export const namespacesQuery = () => ({ ...read('/namespaces', {}), staleTime: 30_000 });

/** A flow in the path of a request. */
export const pathOf = ({ namespace, id }: FlowKey) => ({ namespace, flow_id: id });

/** The latest revision of a flow. */
export const flowQuery = (flow: FlowKey) => read('/flows/{namespace}/{flow_id}', { path: pathOf(flow) });

/** One revision of a flow, which never changes. */
export const revisionQuery = (flow: FlowKey, revision: number) => ({
  ...read('/flows/{namespace}/{flow_id}', { path: pathOf(flow), query: { revision } }),
  staleTime: Infinity,
});

/** The JSON Schema of the inputs of a revision, by default of the latest. */
export const inputSchemaQuery = (flow: FlowKey, revision?: number) => ({
  ...read('/flows/{namespace}/{flow_id}/schema', { path: pathOf(flow), query: { revision } }),
  // The inputs must not change while someone fills in the form.
  staleTime: Infinity,
  gcTime: 0,
});

export const triggersQuery = (flow: FlowKey) => ({
  ...read('/flows/{namespace}/{flow_id}/triggers', { path: pathOf(flow) }),
  staleTime: 60_000,
});

/** Saved values of the form that runs a flow. */
export const presetsQuery = (flow: FlowKey) => ({
  ...read('/flows/{namespace}/{flow_id}/presets', { path: pathOf(flow) }),
  retry: false,
});

/** The Jenkinsfile of the latest revision, and its warnings. */
export const jenkinsfileQuery = (flow: FlowKey) =>
  read('/flows/{namespace}/{flow_id}/jenkinsfile', { path: pathOf(flow) });

/** The flows that a flow calls and that call it. */
export const dependenciesQuery = (flow: FlowKey) =>
  read('/flows/{namespace}/{flow_id}/dependencies', { path: pathOf(flow) });

/** The flows that a revision of a flow calls, which never change. */
export function callsQuery({ revision, ...flow }: FlowKey & { readonly revision?: number }) {
  const params = { path: pathOf(flow), query: { revision } };
  return queryOptions({
    queryKey: ['flows', flow.namespace, flow.id, 'calls', revision],
    queryFn: ({ signal }) => unwrap(api.POST('/flows/{namespace}/{flow_id}/validate-subflows', { params, signal })),
    staleTime: Infinity,
    // A flow that was deleted has no calls to show.
    retry: false,
  });
}

export type RevisionEntry = Schema<'RevisionEntry'>;

const revisionsPerPage = 50;

/** The tasks of a text, as far as they can be read, each with its lines. */
export function outlineQuery({ text, mediaType }: FlowText) {
  return queryOptions({
    queryKey: ['outline', mediaType, text],
    queryFn: ({ signal }) => unwrap(api.POST('/flows/outline', { ...sent({ text, mediaType }), signal })),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Pages of revisions with their authors and times, newest first. */
export function revisionListQuery(flow: FlowKey) {
  return infiniteQueryOptions({
    queryKey: ['flows', flow.namespace, flow.id, 'revisions'],
    queryFn: async ({ pageParam: before, signal }) => {
      const params = { path: pathOf(flow), query: { limit: revisionsPerPage, before } };
      return (await get('/flows/{namespace}/{flow_id}/revisions', params, signal)).revisions;
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < revisionsPerPage ? undefined : page.at(-1)?.revision),
  });
}

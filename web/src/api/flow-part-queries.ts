import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResponseBody, Schema } from '../../../src/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type RevisionEntry = Schema<'RevisionEntry'>;

const revisionsPerPage = 50;

/** Pages of revisions with their authors and times, newest first. */
export function revisionListQuery(namespace: string, id: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.revisions(namespace, id),
    queryFn: async ({ pageParam, signal }) =>
      (
        await unwrap(
          api.GET('/flows/{namespace}/{flow_id}/revisions', {
            params: { path: { namespace, flow_id: id }, query: { limit: revisionsPerPage, before: pageParam } },
            signal,
          }),
        )
      ).revisions,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < revisionsPerPage ? undefined : page.at(-1)?.revision),
  });
}

/** One revision of a flow, which never changes. */
export function revisionQuery(namespace: string, id: string, revision: number) {
  return queryOptions({
    queryKey: queryKeys.revision(namespace, id, revision),
    queryFn: async ({ signal }) => {
      const call = api.GET('/flows/{namespace}/{flow_id}', {
        params: { path: { namespace, flow_id: id }, query: { revision } },
        headers: { accept: 'application/json' },
        signal,
      });
      return (await unwrap(call)) as Schema<'Flow'>; // a string only for YAML
    },
    staleTime: Infinity,
  });
}

/** The Jenkinsfile of the latest revision, and its warnings. */
export function jenkinsfileQuery(namespace: string, id: string) {
  return queryOptions({
    queryKey: queryKeys.jenkinsfile(namespace, id),
    queryFn: async ({ signal }) => {
      const call = api.GET('/flows/{namespace}/{flow_id}/jenkinsfile', {
        params: { path: { namespace, flow_id: id } },
        headers: { accept: 'application/json' },
        signal,
      });
      return (await unwrap(call)) as Exclude<ResponseBody<'getJenkinsfile'>, string>; // a string only for text/plain
    },
  });
}

/** The flows that a flow calls and that call it. */
export function dependenciesQuery(namespace: string, id: string) {
  return queryOptions({
    queryKey: queryKeys.dependencies(namespace, id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/flows/{namespace}/{flow_id}/dependencies', { params: { path: { namespace, flow_id: id } }, signal }),
      ),
  });
}

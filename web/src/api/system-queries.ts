import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/contract/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Who the user is, and what they may do. */
export function whoAmIQuery() {
  return queryOptions({
    queryKey: queryKeys.whoAmI,
    queryFn: ({ signal }) => unwrap(api.GET('/whoami', { signal })),
    staleTime: 60_000,
  });
}

export function readinessQuery() {
  return queryOptions({
    queryKey: queryKeys.readiness,
    queryFn: ({ signal }) => unwrap(api.GET('/readyz', { signal })),
    refetchInterval: 10_000,
    retry: false,
  });
}

export type AuditAction = Schema<'AuditAction'>;

export interface AuditFilter {
  readonly namespace?: string;
  readonly actor?: string;
  readonly action?: AuditAction;
}

/** Pages of audit entries, newest first. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.audit(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET('/audit', { params: { query: { ...filter, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The old rows stay until those of a changed filter are there.
    placeholderData: keepPreviousData,
  });
}

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../../src/contract/operation-types.ts';
import { ApiProblem, unwrap } from './api-problem.ts';
import { api, renewSession } from './client.ts';
import type { WhoAmI } from './may.ts';
import { queryKeys } from './query-keys.ts';
import { noteSubject, wasKnown } from './sign-in-again.ts';

/** Who the user is, and what they may do. */
export function whoAmIQuery() {
  return queryOptions({ queryKey: queryKeys.whoAmI, queryFn: ({ signal }) => whoAmI(signal), staleTime: 60_000 });
}

/** @throws {ApiProblem} when the session has ended: the page stays that of its user, with what they have typed */
async function whoAmI(signal: AbortSignal): Promise<WhoAmI> {
  const user = await unwrap(api.GET('/whoami', { signal }));
  if (user.subject !== undefined) noteSubject(user.subject);
  if (user.subject !== undefined || !wasKnown()) return user;
  const { reason = '' } = user;
  if (await renewSession({ reason, isChange: false })) return unwrap(api.GET('/whoami', { signal }));
  throw new ApiProblem({ status: 401, code: 'unauthenticated', title: 'Your session has ended', detail: reason });
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

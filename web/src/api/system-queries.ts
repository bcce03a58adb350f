import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { limitsOf, type TimeRange } from '../lists/time-range.ts';
import { ApiProblem } from './api-problem.ts';
import { renewSession } from './client.ts';
import type { WhoAmI } from './may.ts';
import { get, read, readPages } from './read.ts';
import { chooseName, chosenName } from './session.ts';
import { noteSubject, wasKnown } from './sign-in-again.ts';

/** Who the user is, and what they may do. */
export function whoAmIQuery() {
  return queryOptions({
    queryKey: ['whoami'],
    queryFn: ({ client, signal }) => whoAmI(client, signal),
    staleTime: 60_000,
  });
}

/** @throws {ApiProblem} when the session has ended: the page stays that of its user, with what they have typed */
async function whoAmI(client: QueryClient, signal: AbortSignal): Promise<WhoAmI> {
  const first = await get('/whoami', {}, signal);
  const user = takeSuggestedName(first) ? await readAgain(client, signal) : first;
  if (user.subject !== undefined) noteSubject(user.subject);
  if (user.subject !== undefined || !wasKnown()) return user;
  const { reason = '' } = user;
  if (await renewSession({ reason, isChange: false })) return get('/whoami', {}, signal);
  throw new ApiProblem({ status: 401, code: 'unauthenticated', title: 'Your session has ended', detail: reason });
}

/**
 * Takes the name that the gateway knows on the machine of its only user, who can change it. @returns whether it was
 * taken
 */
function takeSuggestedName({ suggestedName }: WhoAmI): boolean {
  if (suggestedName === undefined || chosenName() !== undefined || wasKnown()) return false;
  chooseName(suggestedName);
  return true;
}

/** What has been requested without the name is not for its user. */
async function readAgain(client: QueryClient, signal: AbortSignal): Promise<WhoAmI> {
  const others = { predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== 'whoami' };
  await client.cancelQueries(others);
  const user = await get('/whoami', {}, signal);
  void client.invalidateQueries(others);
  return user;
}

export type System = Schema<'System'>;

/** The state of the installation. */
export function systemQuery() {
  return queryOptions({
    queryKey: ['system'],
    queryFn: async ({ signal }) => {
      const system = await get('/system', {}, signal);
      return { ...system, clockDifference: Date.parse(system.time) - Date.now() };
    },
    refetchInterval: 10_000,
    retry: false,
  });
}

export type Controller = Schema<'Controller'>;

/** The Jenkins controllers. */
export function controllersQuery() {
  return queryOptions({
    queryKey: ['controllers'],
    queryFn: async ({ signal }) => (await get('/controllers', {}, signal)).controllers,
    refetchInterval: 5_000,
    retry: false,
  });
}

export type TaskType = Schema<'TaskType'>;

export function taskTypesQuery() {
  return { ...read('/transpiler/plugins', {}), staleTime: 10 * 60_000 };
}

export type AuditEntry = Schema<'AuditEntry'>;

export interface AuditFilter {
  readonly namespace?: string;
  readonly flow_id?: string;
  readonly actor?: string;
  readonly action?: Schema<'AuditAction'>;
  readonly outcome?: Schema<'AuditOutcome'>;
  readonly time?: TimeRange;
}

/** Pages of audit entries, newest first. */
export function auditQuery(filter: AuditFilter) {
  const pages = readPages(['audit', filter], (cursor, signal) =>
    get('/audit', { query: { ...pageQuery(filter), cursor } }, signal),
  );
  return { ...pages, refetchOnWindowFocus: false };
}

/** The latest entries that match, up to a number. */
export async function allAuditEntries(filter: AuditFilter, max: number): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  // The pages are limited to the same time, however long they take.
  const time = limitsOf(filter.time ?? {}, Date.now());
  for (let cursor: string | undefined, isMore = true; isMore && entries.length < max;) {
    const query = { ...pageQuery({ ...filter, time }), cursor, limit: 500 };
    const page = await get('/audit', { query }, undefined);
    entries.push(...page.entries);
    cursor = page.nextCursor;
    isMore = cursor !== undefined;
  }
  return entries.slice(0, max);
}

function pageQuery({ time = {}, ...rest }: AuditFilter) {
  return { ...rest, ...limitsOf(time, Date.now()) };
}

/** What the language of flows consists of in this installation, for help in an editor. */
export function languageFactsQuery() {
  return queryOptions({
    queryKey: ['language facts'],
    queryFn: async ({ signal }) => {
      const [schema, { plugins }] = await Promise.all([
        get('/schemas/flow', {}, signal),
        get('/transpiler/plugins', {}, signal),
      ]);
      return { schema, taskTypes: plugins };
    },
    staleTime: Infinity,
  });
}

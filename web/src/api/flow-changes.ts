import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { pathOf, sent, type FlowKey, type FlowText } from './flow-queries.ts';

/** The problems of a text, errors first. */
export async function validateFlow(text: FlowText, signal?: AbortSignal): Promise<readonly Schema<'Problem'>[]> {
  const { errors, warnings } = await unwrap(api.POST('/flows/validate', { ...sent(text), signal }));
  return [...errors, ...warnings];
}

export function createFlow(text: FlowText): Promise<Schema<'Flow'>> {
  return unwrap(api.POST('/flows', sent(text)));
}

/** Stores the next revision. @param base the revision that was edited; status 412 if it is no longer the latest */
export function updateFlow(flow: FlowKey, base: number, text: FlowText): Promise<Schema<'Flow'>> {
  const params = { path: pathOf(flow), header: { 'If-Match': `"${base}"` } };
  return unwrap(api.PUT('/flows/{namespace}/{flow_id}', { params, ...sent(text) }));
}

/** Makes an earlier revision the newest. @param latest status 412 if it is no longer the latest */
export function restoreRevision(
  flow: FlowKey,
  { revision, latest }: { readonly revision: number; readonly latest: number },
): Promise<Schema<'Flow'>> {
  const params = { path: { ...pathOf(flow), revision }, header: { 'If-Match': `"${latest}"` } };
  return unwrap(api.POST('/flows/{namespace}/{flow_id}/revisions/{revision}/restore', { params }));
}

/** Enables or disables a flow in a new revision. @param latest status 412 if it is no longer the latest */
export function setFlowEnabled(
  flow: FlowKey,
  { isEnabled, latest }: { readonly isEnabled: boolean; readonly latest: number },
): Promise<Schema<'Flow'>> {
  const params = { path: pathOf(flow), header: { 'If-Match': `"${latest}"` } };
  return unwrap(
    isEnabled
      ? api.POST('/flows/{namespace}/{flow_id}/enable', { params })
      : api.POST('/flows/{namespace}/{flow_id}/disable', { params }),
  );
}

/** @param purge removes the history too. @param latest status 412 if it is no longer the latest */
export function deleteFlow(
  flow: FlowKey,
  { purge, latest }: { readonly purge: boolean; readonly latest: number },
): Promise<unknown> {
  const params = { path: pathOf(flow), header: { 'If-Match': `"${latest}"` }, query: { purge } };
  return unwrap(api.DELETE('/flows/{namespace}/{flow_id}', { params }));
}

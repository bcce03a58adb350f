import type { JsonRequestBody, ResponseBody, Schema } from '../../../src/faces/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { read } from './read.ts';

export type ApiToken = Schema<'ApiToken'>;
/** A token with its text, which is shown once. */
export type MadeToken = ResponseBody<'createToken'>;
export type NewToken = JsonRequestBody<'createToken'>;

/** The tokens that the user may revoke, the newest first. */
export function tokensQuery() {
  return read('/tokens', {});
}

export function createToken(body: NewToken): Promise<MadeToken> {
  return unwrap(api.POST('/tokens', { body }));
}

export async function revokeToken(id: string): Promise<void> {
  await unwrap(api.DELETE('/tokens/{token_id}', { params: { path: { token_id: id } } }));
}

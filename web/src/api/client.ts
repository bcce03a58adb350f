import { createFlowgateClient } from '../../../src/contract/flowgate-client.ts';
import { apiUrl } from './base-path.ts';
import { sessionHeaders } from './session.ts';

/** `fetch` with the headers of the session, for what the typed client cannot do, such as streams. */
export function apiFetch(input: Request | string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(typeof input === 'string' ? apiUrl(input) : input, init);
  for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
  return fetch(request);
}

/** Calls the API; pass each result to `unwrap`. */
export const api = createFlowgateClient({ baseUrl: apiUrl(''), fetch: (request) => apiFetch(request) });

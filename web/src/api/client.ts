import { exactNumber } from '../../../src/base/text/exact-number.ts';
import { createFlowgateClient } from '../../../src/faces/api-client/flowgate-client.ts';
import { problemOf } from './api-problem.ts';
import { apiUrl } from './base-path.ts';
import { takeEarlyResponse } from './early-requests.ts';
import { noteResponse, probe } from './reachability.ts';
import { currentTokenSession, sessionHeaders } from './session.ts';
import { askToSignInAgain, type RejectedRequest } from './sign-in-again.ts';

/**
 * `fetch` with the headers of the session, for what the typed client cannot do, such as streams. If the
 * session has expired, the request waits until it is renewed, by the user if necessary, and is then sent again.
 */
export async function apiFetch(input: Request | string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(typeof input === 'string' ? apiUrl(input) : input, init);
  // A request can be sent only once, and browsers send the clone of a body as a stream.
  const content: RequestInit = isReading(request) ? {} : { body: await request.arrayBuffer() };
  const copy = () => new Request(request, content);
  const first = copy();
  let response = await send(first);
  if (response.status === 401 && (await renewToken(first))) response = await send(copy());
  if (response.status === 401 && (await signInAgain(request, response))) response = await send(copy());
  return response;
}

/**
 * Renews a session that has ended although no response had status 401, by the user if necessary.
 * @returns whether the request can be repeated
 */
export async function renewSession({ reason, isChange }: RejectedRequest): Promise<boolean> {
  const session = currentTokenSession();
  const isRenewed = session !== undefined && (await session.renew(await session.token()));
  return isRenewed || askToSignInAgain({ reason, isChange });
}

/** Calls the API; pass each result to `unwrap`. */
export const api = createFlowgateClient({
  baseUrl: apiUrl(''),
  fetch: (request) => apiFetch(request),
  readNumber: exactNumber,
});

/** Whether a request has no body; it may be empty otherwise. */
function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function send(request: Request): Promise<Response> {
  const headers = await sessionHeaders();
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  const response = await answer(request, headers);
  noteResponse(response);
  return response.type === 'opaqueredirect' ? sessionOfProxyEnded() : response;
}

async function answer(request: Request, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return (await takeEarlyResponse(request, headers)) ?? (await fetch(request, { redirect: 'manual' }));
  } catch (error) {
    if (!request.signal.aborted) void probe();
    throw error;
  }
}

/** The API never redirects, but a proxy redirects to its own sign-in page once its session has ended. */
function sessionOfProxyEnded(): Response {
  const problem = {
    title: 'Authentication required',
    detail: 'The proxy in front of Flowgate redirected the request; your session there has probably ended.',
  };
  return new Response(JSON.stringify(problem), { status: 401, statusText: problem.title });
}

async function renewToken({ headers }: Request): Promise<boolean> {
  const rejected = headers.get('authorization')?.replace('Bearer ', '');
  const session = currentTokenSession();
  return rejected !== undefined && session !== undefined && session.renew(rejected);
}

async function signInAgain({ method, signal }: Request, response: Response): Promise<boolean> {
  // Nobody waits for the response to an early request that was aborted.
  if (signal.aborted) return false;
  const { message } = problemOf(
    response,
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  return askToSignInAgain({ reason: message, isChange: method !== 'GET' });
}

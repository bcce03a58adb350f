import { signInPath } from '../sign-in/return-target.ts';
import { signInSettings } from '../sign-in/sign-in-settings.ts';
import { apiUrl, basePath } from './base-path.ts';
import { favourites, probableFavourites } from './favourites.ts';
import { chosenName, sessionHeaders } from './session.ts';

/** The list of flows as its page requests it, without filters. */
const flowList = '/flows?include=lastExecution&include=nextAt';
/** A request that has been sent, and the headers of its session: another user may see something else. */
interface EarlyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly response: Promise<Response>;
}

const early = new Map<string, Promise<EarlyRequest>>();
/** In milliseconds. What is older is requested again. */
const maxAge = 10_000;

/** Sends the requests of the first page while its code is still loading. Not where users have to sign in first. */
export function sendEarlyRequests(): void {
  const path = location.pathname.slice(basePath.length);
  if (path === signInPath || signInSettings() !== undefined) return;
  const first = location.search === '' ? firstRequest(path) : undefined;
  for (const each of first === undefined ? ['/whoami'] : ['/whoami', first]) {
    early.set(apiUrl(each), sendEarly(apiUrl(each)));
  }
  setTimeout(() => early.clear(), maxAge);
}

async function sendEarly(url: string): Promise<EarlyRequest> {
  const headers = await sessionHeaders();
  const response = fetch(url, { headers, redirect: 'manual' });
  // The request that takes it handles its failure.
  response.catch(() => undefined);
  return { headers, response };
}

/** What a page shows first. */
function firstRequest(path: string): string | undefined {
  if (path === '/ui/flows') return flowList;
  if (!['/', '/ui', '/ui/', '/ui/home'].includes(path)) return undefined;
  const user = chosenName();
  const names = user === undefined ? probableFavourites() : favourites(user);
  const query = new URLSearchParams(names.map((name) => ['flow', name]));
  return query.size === 0 ? '/home' : `/home?${query}`;
}

/** The response to an early request, for the first request of the same user that is the same. */
export async function takeEarlyResponse(
  { method, url }: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response | undefined> {
  if (method !== 'GET') return undefined;
  const taken = early.get(url);
  early.delete(url);
  const sent = await taken;
  return sent !== undefined && JSON.stringify(sent.headers) === JSON.stringify(headers) ? sent.response : undefined;
}

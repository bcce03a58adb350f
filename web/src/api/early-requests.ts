import { signInPath } from '../sign-in/return-target.ts';
import { signInSettings } from '../sign-in/sign-in-settings.ts';
import { apiUrl, basePath } from './base-path.ts';
import { favourites, probableFavourites } from './favourites.ts';
import { chosenName, sessionHeaders } from './session.ts';

/** The list of flows as its page requests it, without filters. */
const flowList = '/flows?include=lastExecution&include=nextAt';
const early = new Map<string, Promise<Response>>();

/** Sends the requests of the first page while its code is still loading. Not where users have to sign in first. */
export function sendEarlyRequests(): void {
  const path = location.pathname.slice(basePath.length);
  if (path === signInPath || signInSettings() !== undefined) return;
  const first = location.search === '' ? firstRequest(path) : undefined;
  for (const each of first === undefined ? ['/whoami'] : ['/whoami', first]) {
    const response = sessionHeaders().then((headers) => fetch(apiUrl(each), { headers, redirect: 'manual' }));
    early.set(apiUrl(each), response);
    // The request that takes it handles its failure.
    response.catch(() => undefined);
  }
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

/** The response to an early request, for the first request that is the same. */
export function takeEarlyResponse({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const response = early.get(url);
  early.delete(url);
  return response;
}

import type { ServerResponse } from 'node:http';

const listeners = Symbol('listeners');

interface WatchedResponse {
  [listeners]?: (() => void)[];
}

/**
 * Calls a listener when a response has ended or its connection was closed. Every request has several listeners, and as
 * one listener of the event they cost a fraction.
 */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  const watched = response as WatchedResponse;
  const known = watched[listeners];
  if (known !== undefined) {
    known.push(listener);
    return;
  }
  const all = [listener];
  watched[listeners] = all;
  response.once('close', () => {
    for (const each of all) each();
  });
}

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiProblem, problemOf } from './api-problem.ts';
import { apiFetch } from './client.ts';
import { onReachabilityChange, unreachableSince } from './reachability.ts';

export interface EventStreamOptions {
  /** A path of the API. */
  readonly path: string;
  readonly onEvents: (events: readonly EventSourceMessage[]) => void;
  /** The name of the event that completes the stream. */
  readonly lastEvent: string;
  readonly onEnd?: () => void;
  /** `retrying` while the connection is lost. */
  readonly onState?: (state: 'open' | 'retrying') => void;
  /** Called for a response that a retry cannot change, such as 404. The stream ends. */
  readonly onProblem?: (problem: ApiProblem) => void;
}

const backoff = { first: 1_000, max: 30_000 };

/**
 * Follows server-sent events until the last one. Unlike EventSource, it sends the headers of the session, reports
 * the status of a rejected request, and never gives up on a gateway that restarts: it continues after the last event.
 * @returns a function that stops it
 */
export function followEvents(options: EventStreamOptions): () => void {
  const stopped = new AbortController();
  void follow(options, stopped.signal);
  return () => stopped.abort();
}

async function follow(options: EventStreamOptions, signal: AbortSignal): Promise<void> {
  const { lastEvent, onEvents, onEnd, onState, onProblem } = options;
  let wait = backoff.first;
  let lastId = '';
  while (!signal.aborted) {
    try {
      for await (const events of eventsOf(options, { signal, lastId })) {
        onEvents(events);
        const latest = events.findLast(({ id }) => id)?.id;
        if (latest !== undefined && latest !== lastId) [lastId, wait] = [latest, backoff.first];
        if (!signal.aborted && events.some(({ event }) => event === lastEvent)) return onEnd?.();
      }
    } catch (error) {
      // Otherwise the connection was lost, or this was stopped.
      if (error instanceof ApiProblem && !signal.aborted) return onProblem?.(error);
    }
    if (signal.aborted) return;
    onState?.('retrying');
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, backoff.max);
  }
}

/** The events of one connection, as they arrive together. @throws {ApiProblem} for a response that a retry cannot change */
async function* eventsOf(
  { path, onState }: EventStreamOptions,
  { signal, lastId }: { readonly signal: AbortSignal; readonly lastId: string },
): AsyncGenerator<readonly EventSourceMessage[]> {
  const headers = { accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) };
  const response = await apiFetch(path, { headers, signal });
  if (response.status >= 400 && response.status < 500 && response.status !== 429)
    throw problemOf(response, await response.json().catch(() => undefined));
  if (!response.ok || response.body === null) return;
  onState?.('open');
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    events = [];
    parser.feed(part.value);
    if (events.length > 0) yield events;
  }
}

/** Ends early when the browser is online or visible again, or the gateway is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController();
    const settle = () => {
      clearTimeout(timer);
      unwatch();
      settled.abort();
      resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    const unwatch = onReachabilityChange(() => {
      if (unreachableSince() === undefined) settle();
    });
    signal.addEventListener('abort', settle, { signal: settled.signal });
    window.addEventListener('online', settle, { signal: settled.signal });
    document.addEventListener('visibilitychange', settle, { signal: settled.signal });
  });
}

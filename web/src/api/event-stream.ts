import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { problemOf, type ApiProblem } from './api-problem.ts';
import { apiFetch } from './client.ts';

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
  void run(options, stopped.signal);
  return () => stopped.abort();
}

async function run(options: EventStreamOptions, signal: AbortSignal): Promise<void> {
  const { onEnd, onState, onProblem } = options;
  let wait = backoff.first;
  let lastId = '';
  while (!signal.aborted) {
    const outcome = await readOnce(options, { signal, lastId, onOpen: () => onState?.('open') });
    if (signal.aborted) return;
    if (outcome.kind === 'end') {
      onEnd?.();
      return;
    }
    if (outcome.kind === 'problem') {
      onProblem?.(outcome.problem);
      return;
    }
    if (outcome.lastId !== lastId) wait = backoff.first;
    lastId = outcome.lastId;
    onState?.('retrying');
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, backoff.max);
  }
}

type Outcome =
  | { readonly kind: 'end' }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }
  | { readonly kind: 'lost'; readonly lastId: string };

async function readOnce(
  { path, onEvents, lastEvent }: EventStreamOptions,
  { signal, lastId, onOpen }: { readonly signal: AbortSignal; readonly lastId: string; readonly onOpen: () => void },
): Promise<Outcome> {
  let latest = lastId;
  try {
    const headers = { accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) };
    const response = await apiFetch(path, { headers, signal });
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      return { kind: 'problem', problem: problemOf(response, await response.json().catch(() => undefined)) };
    if (!response.ok || response.body === null) return { kind: 'lost', lastId };
    onOpen();
    let events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      events = [];
      parser.feed(part.value);
      if (events.length > 0) onEvents(events);
      latest = events.findLast(({ id }) => id)?.id ?? latest;
      if (events.some(({ event }) => event === lastEvent)) return { kind: 'end' };
    }
  } catch {
    // Lost, or stopped; the caller distinguishes them.
  }
  return { kind: 'lost', lastId: latest };
}

/** Ends early when the browser is online or visible again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController();
    const settle = () => {
      clearTimeout(timer);
      settled.abort();
      resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    signal.addEventListener('abort', settle, { signal: settled.signal });
    window.addEventListener('online', settle, { signal: settled.signal });
    document.addEventListener('visibilitychange', settle, { signal: settled.signal });
  });
}

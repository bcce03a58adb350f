import { setTimeout } from '../../base/timers/timers.ts';
import { holding, type Send } from './hold-request.ts';

const firstDelay = 500;
const maxDelay = 8_000;

/**
 * A `fetch` that follows no redirect, because it leads to a login page, and retries while the server cannot be reached or is
 * busy. A POST is repeated only if it has an
 * `Idempotency-Key`, or after 429, because it may have taken effect.
 * @param milliseconds for how long; a retry that would be later is not made
 */
export function retryingFetch(send: Send, milliseconds: number): Send {
  const sendCopy = holding(send);
  return async (request) => {
    const end = performance.now() + milliseconds;
    const isRepeatable = request.method !== 'POST' || request.headers.has('idempotency-key');
    for (let delay = firstDelay; ; delay = Math.min(delay * 2, maxDelay)) {
      // A clone alone loses its signal in Node.js 20, even if it is held.
      const copy = new Request(request.clone(), { redirect: 'manual', signal: request.signal });
      const result = await sendCopy(copy).catch((error: unknown) => ({ error }));
      const wait = 'error' in result ? (isRepeatable ? delay : undefined) : retryDelay(result, delay, isRepeatable);
      if (request.signal.aborted || wait === undefined || performance.now() + wait > end) {
        if ('error' in result) throw result.error;
        return result;
      }
      if (!('error' in result)) await result.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

/** Milliseconds before a retry; undefined for an answer that stays. */
function retryDelay(response: Response, delay: number, isRepeatable: boolean): number | undefined {
  const { status, headers } = response;
  const seconds = headers.get('retry-after');
  const isOfFlowgate = headers.get('content-type')?.startsWith('application/problem+json') === true;
  // A 503 of Flowgate without Retry-After is about its configuration.
  const isPassing = status === 502 || status === 504 || (status === 503 && (!isOfFlowgate || seconds !== null));
  if (status !== 429 && !(isPassing && isRepeatable)) return undefined;
  return Math.max(delay, 1000 * Number(/^\d+$/.exec(seconds ?? '')?.[0] ?? 0));
}

/** Waits. @throws the reason of the signal when it aborts */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error); // an AbortError, unless the caller chose another reason
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

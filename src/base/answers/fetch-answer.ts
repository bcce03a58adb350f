import { timeoutSignal } from '../timers/timers.ts';
import type { AnswerLimits } from './answer-limits.ts';
import { requireParsable } from './parse-answer.ts';
import { readBody } from './read-body.ts';
import { tooLarge } from './unusable-answer.ts';

export interface AnswerRequest extends Omit<RequestInit, 'redirect' | 'signal'> {
  /** Milliseconds until the whole answer must have arrived: a host that sends a byte a second has answered nothing. */
  readonly timeout: number;
  readonly signal?: AbortSignal | null | undefined;
}

/** An answer that has arrived completely. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Sends a request to another host, and reads the answer within limits. Redirects are not followed: they are answers, and
 * what identifies Flowgate stays with the host that it is for. Answers should come as they are, because a few compressed
 * bytes can become many; those that are compressed nevertheless are decompressed up to the limit.
 * @throws {UnusableAnswer} if the answer exceeds the limit; as `fetch`, a `TimeoutError` for one that is too slow
 */
export async function fetchAnswer(
  url: string | URL,
  { timeout, signal, ...request }: AnswerRequest,
  limits: Pick<AnswerLimits, 'of' | 'bytes'>,
): Promise<WholeAnswer> {
  const deadline = timeoutSignal(timeout);
  const headers = new Headers(request.headers);
  headers.set('accept-encoding', 'identity');
  const response = await fetch(url, {
    ...request,
    headers,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  const { status, body } = response;
  if (Number(response.headers.get('content-length')) > limits.bytes) {
    await body?.cancel().catch(() => undefined);
    throw tooLarge(limits);
  }
  return { status, headers: response.headers, body: await readBody(body, limits) };
}

/**
 * A `fetch` for packages that take one, whose answers have arrived completely, within the limits, and can be parsed at
 * once.
 */
export function limitedFetch(
  limits: AnswerLimits,
  timeout: number,
): (url: string | URL | Request, request?: RequestInit) => Promise<Response> {
  return async (url, request) => {
    const { status, headers, body } = await fetchAnswer(
      url instanceof Request ? url.url : url,
      { ...request, timeout },
      limits,
    );
    await requireParsable(body.toString(), limits);
    const hasNone = [204, 205, 304].includes(status);
    return new Response(hasNone ? null : new Uint8Array(body), { status, headers });
  };
}

import { timeoutSignal } from '../../base/timers/timers.ts';
import { DeliveryError } from './delivery-error.ts';

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number | undefined;
}

const defaultTimeout = 10_000;

/**
 * Sends a body. Redirects are not followed. Errors contain no URL.
 * @returns the response, whose body the caller reads or cancels
 * @throws {DeliveryError} unless the receiver answers in time
 */
export async function post(url: string, { headers, body, timeout = defaultTimeout }: PostOptions): Promise<Response> {
  const signal = timeoutSignal(timeout);
  return fetch(url, { method: 'POST', redirect: 'manual', signal, headers, body }).catch((error: unknown) => {
    throw new DeliveryError(reasonOf(error, timeout));
  });
}

/** @throws {DeliveryError} unless the receiver answers 2xx in time; the rest of the response is not read */
export async function deliverByPost(url: string, options: PostOptions): Promise<void> {
  const response = await post(url, options);
  await response.body?.cancel().catch(() => undefined);
  if (!response.ok) throw new DeliveryError(`The receiver answered ${response.status}`, response.status === 410);
}

/** The code of an error alone: messages can contain the URL. */
function reasonOf(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `The receiver did not answer within ${timeout / 1000} seconds`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed';
  return `The receiver is unreachable: ${code}`;
}

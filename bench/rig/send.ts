import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** A request; a string body is YAML unless a type is given, anything else is JSON. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | object;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; a minute by default. */
  readonly timeout?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly milliseconds: number;
}

/** The caller in tests that are not about callers. */
export const ada: Readonly<Record<string, string>> = { 'x-oidc-sub': 'ada' };

/** Sends a request and reads the whole answer. @throws Error if none arrives in time */
export async function send(
  url: string,
  { method = 'GET', path, body, type, headers = ada, timeout = 60_000 }: Sent,
): Promise<Answer> {
  const start = performance.now();
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const contentType =
    body instanceof FormData || body === undefined
      ? undefined
      : (type ?? (isText ? 'application/x-yaml' : 'application/json'));
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(contentType !== undefined && { 'content-type': contentType }) },
    body: body === undefined || isText || body instanceof FormData ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, milliseconds: performance.now() - start };
}

/** The code of a problem, `flow-not-found`; undefined if the answer is not a problem. */
export function problemCode({ headers, text }: Pick<Answer, 'headers' | 'text'>): string | undefined {
  if (!(headers.get('content-type') ?? '').startsWith('application/problem+json')) return undefined;
  const { type = '' } = JSON.parse(text) as { type?: string }; // per the contract
  return type.split(':').at(-1);
}

/** An answer in short form, for a failure message. */
export function briefly({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  return `${status} ${text.slice(0, 300).replaceAll('\n', ' ')}`;
}

/** Sends GET with an unmodified target; fetch resolves `..` and `%2e` before it sends anything. */
export function sendTarget(url: string, target: string): Promise<Pick<Answer, 'status' | 'text'>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: target, headers: { ...ada, connection: 'close' }, timeout: 10_000 },
      (response) => {
        readText(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
      },
    );
    sent
      .once('timeout', () => sent.destroy(new Error('no answer within 10 s')))
      .once('error', reject)
      .end();
  });
}

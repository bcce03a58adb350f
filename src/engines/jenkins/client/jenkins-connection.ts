import { lookup } from 'node:dns';
import { EventEmitter } from 'node:events';
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { PassThrough } from 'node:stream';
import Jenkins, { type RawRequest } from 'jenkins';
import { setInterval } from '../../../base/timers/timers.ts';
import { JenkinsError } from './jenkins-error.ts';

export interface JenkinsAddress {
  /** With the context path, if any. */
  readonly url: string;
  readonly user: string;
  readonly token: string;
}

export interface JenkinsRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the address, percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly contentType: string; readonly content: string };
  /** The header of that name. */
  readonly traceparent?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the reply may take as long as its reader likes; otherwise it is ended after ten times the idle timeout. */
  readonly isStream?: boolean;
}

export interface JenkinsReply {
  readonly status: number;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

/** A reply whose body is still being received; it fails with a `JenkinsError` if it is cut off or stalls. */
export interface OpenReply extends JenkinsReply {
  readonly body: PassThrough;
}

/** The package extended as its documentation describes: a client makes its own calls with `_request`. */
class JenkinsClient extends Jenkins {
  send(method: JenkinsRequest['method'], request: RawRequest): Promise<unknown> {
    // oxlint-disable-next-line no-underscore-dangle -- its name for subclasses
    return this._request({ ...request, method });
  }
}

/**
 * Sends requests to one Jenkins and adds what the package lacks: timeouts, cancellation, and an error for replies that
 * are cut off. Redirects are never followed, so credentials are sent to one host only.
 */
export class JenkinsConnection {
  readonly #client: JenkinsClient;
  readonly #agent: Agent;
  readonly #idleTimeout: number;
  readonly #cancels = new Set<() => void>();
  #isClosed = false;

  /** @param idleTimeout milliseconds without data after which a request ends */
  constructor(address: JenkinsAddress, idleTimeout: number) {
    // Jenkins can close a kept-alive connection just as a trigger is sent on it; its result would then be unknown.
    this.#agent = address.url.startsWith('https:')
      ? new SecureAgent({ keepAlive: false })
      : new Agent({ keepAlive: false });
    this.#idleTimeout = idleTimeout;
    this.#client = new JenkinsClient({
      // Credentials in the URL would also be sent in the Referer header.
      baseUrl: plainUrl(address.url),
      crumbIssuer: false,
      headers: {
        authorization: `Basic ${Buffer.from(`${address.user}:${address.token}`).toString('base64')}`,
        'user-agent': 'flowgate',
      },
      agent: this.#agent,
      // The package keeps the brackets around an IPv6 address, which resolvers do not accept.
      lookup: (host, options, done) => lookup(host.replace(/^\[|\]$/g, ''), options, done),
    });
  }

  /** Waits for the head of a reply, whatever its status. */
  open(request: JenkinsRequest): Promise<OpenReply> {
    const { signal } = request;
    const asked = `${request.method} ${request.path}`;
    if (signal?.aborted === true || this.#isClosed)
      return Promise.reject(new JenkinsError('cancelled', `${asked} was cancelled.`));
    const context = new EventEmitter();
    const body = new PassThrough();
    body.on('error', () => undefined); // the reader of the body adds its own listener
    return new Promise((resolve, reject) => {
      const fail = (error: JenkinsError): void => {
        reject(error); // no effect once the reply has begun: then the body fails
        body.destroy(error);
      };
      const cancel = (): void => fail(new JenkinsError('cancelled', `${asked} was cancelled.`));
      const maxDuration = request.isStream === true ? Infinity : 10 * this.#idleTimeout;
      const silence = watchSilence(body, this.#idleTimeout, maxDuration, () =>
        fail(new JenkinsError('timeout', `Jenkins did not answer ${asked} in time.`)),
      );
      signal?.addEventListener('abort', cancel);
      this.#cancels.add(cancel);
      body.once('close', () => {
        silence.end();
        signal?.removeEventListener('abort', cancel);
        this.#cancels.delete(cancel);
        context.emit('cancel');
      });
      body.once('pipe', (response: IncomingMessage) => {
        response.on('data', silence.interrupt);
        response.once('error', () =>
          fail(new JenkinsError('broken-reply', `Jenkins' reply to ${asked} was cut off.`, response.statusCode)),
        );
        resolve({ status: response.statusCode ?? 0, header: (name) => firstOf(response.headers[name]), body });
      });
      this.#send(request, context, body).catch((error: unknown) =>
        fail(new JenkinsError('unreachable', `Jenkins is unreachable: ${reasonOf(error)}.`)),
      );
    });
  }

  /** Closes all connections; requests in progress, and later ones, are cancelled. */
  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancels) cancel();
    this.#agent.destroy();
  }

  async #send(request: JenkinsRequest, context: EventEmitter, body: PassThrough): Promise<void> {
    const raw = {
      path: request.path,
      query: request.query ?? {},
      pipe: () => body,
      ctx: context,
      ...(request.body && { body: Buffer.from(request.body.content) }),
      headers: {
        ...(request.body && { 'content-type': request.body.contentType }),
        ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
      },
    };
    try {
      await this.#client.send(request.method, raw);
    } catch (error) {
      // A reply of any status has reached `open` through the pipe; the only other case is that there was no reply.
      if (!(error instanceof Error && 'res' in error && error.res !== undefined)) throw error;
    }
  }
}

/** The URL without credentials and without a trailing slash. */
export function plainUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}

/**
 * Calls back when no data has arrived for too long, or the whole reply takes very long. Time that the reader takes does
 * not count.
 */
function watchSilence(
  body: PassThrough,
  idleTimeout: number,
  maxDuration: number,
  callBack: () => void,
): { interrupt(): void; end(): void } {
  const start = Date.now();
  let since = start;
  const interrupt = (): void => void (since = Date.now());
  const watch = setInterval(
    () => {
      if (body.readableLength > 0) interrupt();
      if (Date.now() - since >= idleTimeout || Date.now() - start >= maxDuration) callBack();
    },
    Math.max(5, idleTimeout / 10),
  );
  return { interrupt, end: () => clearInterval(watch) };
}

/** The reason alone: the package's errors contain the request with its credentials. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection was lost';
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

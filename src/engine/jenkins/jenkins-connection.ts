import { lookup } from 'node:dns';
import { EventEmitter } from 'node:events';
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { PassThrough } from 'node:stream';
import Jenkins from 'jenkins';
import { JenkinsError } from './jenkins-error.ts';

export interface JenkinsAddress {
  /** With the context path, if there is one. */
  readonly url: string;
  readonly user: string;
  readonly token: string;
}

export interface JenkinsRequest {
  readonly method: 'GET' | 'POST';
  /** Below the address, percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly contentType: string; readonly content: string };
  readonly signal?: AbortSignal | undefined;
  /** The answer goes on for as long as its reader likes; without this it is ended after ten times the patience. */
  readonly isStream?: boolean;
}

export interface JenkinsReply {
  readonly status: number;
  /** Of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

/** An answer whose body is still on its way; it fails with a `JenkinsError` when it is cut or stalls. */
export interface OpenReply extends JenkinsReply {
  readonly body: PassThrough;
}

/**
 * Sends requests to one Jenkins through the package's raw calls, with what those leave out: time limits, cancellation,
 * an end for replies that are cut in the middle. Redirects are never followed, so that credentials go to one host only.
 */
export class JenkinsConnection {
  readonly #client: Jenkins;
  readonly #agent: Agent;
  readonly #patience: number;

  /** @param patience milliseconds without an answer, or without a further piece of it, that end a request */
  constructor(address: JenkinsAddress, patience: number) {
    // A connection that is kept can be closed by Jenkins just as a trigger is sent on it: nobody would know its fate.
    this.#agent = address.url.startsWith('https:')
      ? new SecureAgent({ keepAlive: false })
      : new Agent({ keepAlive: false });
    this.#patience = patience;
    this.#client = new Jenkins({
      // Credentials in the URL would be sent on in the Referer as well.
      baseUrl: plainUrl(address.url),
      crumbIssuer: false,
      headers: {
        authorization: `Basic ${Buffer.from(`${address.user}:${address.token}`).toString('base64')}`,
        'user-agent': 'flowgate',
      },
      agent: this.#agent,
      // The package leaves the brackets around an IPv6 address, which no resolver knows.
      lookup: (host, options, done) => lookup(host.replace(/^\[|\]$/g, ''), options, done),
    });
  }

  /** Waits for the head of an answer, whatever its status. */
  open(request: JenkinsRequest): Promise<OpenReply> {
    const { signal } = request;
    const asked = `${request.method} ${request.path}`;
    if (signal?.aborted === true) return Promise.reject(new JenkinsError('cancelled', `${asked} was cancelled.`));
    const context = new EventEmitter();
    const body = new PassThrough();
    body.on('error', () => undefined); // whoever reads the body has a listener of their own
    return new Promise((resolve, reject) => {
      const fail = (error: JenkinsError): void => {
        reject(error); // without effect once an answer has begun: then it is the body that fails
        body.destroy(error);
      };
      const cancel = (): void => fail(new JenkinsError('cancelled', `${asked} was cancelled.`));
      const longest = request.isStream === true ? Infinity : 10 * this.#patience;
      const silence = watchSilence(body, this.#patience, longest, () =>
        fail(new JenkinsError('timeout', `Jenkins took too long to answer ${asked}.`)),
      );
      signal?.addEventListener('abort', cancel);
      body.once('close', () => {
        silence.end();
        signal?.removeEventListener('abort', cancel);
        context.emit('cancel');
      });
      body.once('pipe', (response: IncomingMessage) => {
        response.on('data', silence.interrupt);
        response.once('error', () =>
          fail(new JenkinsError('broken-reply', `Jenkins' answer to ${asked} was cut.`, response.statusCode)),
        );
        resolve({ status: response.statusCode ?? 0, header: (name) => firstOf(response.headers[name]), body });
      });
      this.#send(request, context, body).catch((error: unknown) =>
        fail(new JenkinsError('unreachable', `Jenkins cannot be reached: ${reasonOf(error)}.`)),
      );
    });
  }

  /** Lets go of all connections; what is under way fails. */
  close(): void {
    this.#agent.destroy();
  }

  async #send(request: JenkinsRequest, context: EventEmitter, body: PassThrough): Promise<void> {
    const raw = {
      path: request.path,
      query: request.query ?? {},
      pipe: () => body,
      ctx: context,
      ...(request.body && {
        body: Buffer.from(request.body.content),
        headers: { 'content-type': request.body.contentType },
      }),
    };
    try {
      // oxlint-disable-next-line no-underscore-dangle -- its other calls ignore time limits and cancellation
      await (request.method === 'GET' ? this.#client._get(raw) : this.#client._post(raw));
    } catch (error) {
      // An answer of any status has reached `open` through the pipe; what is left is that there was none.
      if (!(error instanceof Error && 'res' in error && error.res !== undefined)) throw error;
    }
  }
}

/** The URL without credentials and without a slash at its end. */
export function plainUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}

/** Calls back when nothing has come for too long, or not all of it for very long. What waits in the body to be read is the reader's silence, not Jenkins'. */
function watchSilence(
  body: PassThrough,
  patience: number,
  longest: number,
  callBack: () => void,
): { interrupt(): void; end(): void } {
  const start = Date.now();
  let since = start;
  const interrupt = (): void => void (since = Date.now());
  const watch = setInterval(
    () => {
      if (body.readableLength > 0) interrupt();
      if (Date.now() - since >= patience || Date.now() - start >= longest) callBack();
    },
    Math.max(5, patience / 10),
  );
  return { interrupt, end: () => clearInterval(watch) };
}

/** Only the reason: the package's errors carry the request with its credentials. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection broke';
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

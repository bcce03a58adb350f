import type { Readable } from 'node:stream';
import { parseAnswer } from '../../../base/answers/parse-answer.ts';
import { UnusableAnswer } from '../../../base/answers/unusable-answer.ts';
import type { JenkinsConnection, JenkinsReply, JenkinsRequest, OpenReply } from './jenkins-connection.ts';
import { JenkinsError } from './jenkins-error.ts';
import { ReplyValue } from './reply-value.ts';

export interface WholeReply extends JenkinsReply {
  readonly bytes: Buffer;
  /** Whether it exceeds the limit for a reply. */
  readonly truncated: boolean;
}

// A list of 10,000 jobs, agents or queue items has a few MB. Texts of up to 1 MB, such as values, are in some.
const maxJsonLength = 16 * 1024 * 1024;
/** The model of a Jenkinsfile nests its steps. */
const jsonLimits = { of: 'Jenkins', depth: 200, values: 500_000 };
/** The limit of a reply whose content is ignored. */
const maxIgnoredLength = 1024 * 1024;

type JsonReply = ReplyValue & { readonly reply: JenkinsReply };

type Get = Omit<JenkinsRequest, 'method' | 'body'>;
type Post = Omit<JenkinsRequest, 'method'>;

/** The kinds of request that Jenkins accepts, each with its success statuses; anything else is a `JenkinsError`. */
export class JenkinsRequests {
  readonly #connection: JenkinsConnection;
  readonly #maxReplyLength: number;

  /** @param maxReplyLength max bytes of a reply that is read into memory */
  constructor(connection: JenkinsConnection, maxReplyLength: number) {
    this.#connection = connection;
    this.#maxReplyLength = maxReplyLength;
  }

  /** The JSON at `<path>/api/json`, only the parts listed in `tree`. */
  json(request: Get & { readonly tree: string }): Promise<JsonReply> {
    const { tree, ...rest } = request;
    return this.#json({ ...rest, method: 'GET', path: `${request.path}/api/json`, query: { tree } });
  }

  /** The JSON at a path of a plugin, which knows no `tree`. */
  plainJson(request: Get): Promise<JsonReply> {
    return this.#json({ ...request, method: 'GET' });
  }

  /** The JSON that answers a form. */
  postForJson(request: Post): Promise<JsonReply> {
    return this.#json({ ...request, method: 'POST' });
  }

  /** @param maxLength if less than that of other replies */
  async get(request: Get, maxLength?: number): Promise<WholeReply> {
    return this.#read({ ...request, method: 'GET' }, maxLength);
  }

  /** A header of a page, which pages of failures below 500 have too. */
  async header(request: Get, name: string): Promise<string | undefined> {
    const sent = { ...request, method: 'GET' } as const;
    const reply = await this.#connection.open(sent);
    if (reply.status >= 500) throw this.#failure(sent, reply);
    reply.body.destroy();
    return reply.header(name);
  }

  /** A body of any length. */
  async stream(request: Get, accepted: readonly number[] = [200]): Promise<JenkinsReply & { readonly body: Readable }> {
    const reply = await this.#connection.open({ ...request, method: 'GET', isStream: true });
    if (!accepted.includes(reply.status)) throw this.#failure({ ...request, method: 'GET' }, reply);
    return reply;
  }

  /**
   * @param accepted success statuses; a redirect counts only if it leads to a page of Jenkins, not to a login page
   * or, as proxies do, to the same path on another host
   */
  async post(request: Post, accepted: readonly number[]): Promise<JenkinsReply> {
    const sent = { ...request, method: 'POST' } as const;
    const reply = await this.#connection.open(sent);
    const isRedirect = reply.status >= 300 && reply.status < 400;
    if (!accepted.includes(reply.status) || (isRedirect && !leadsToPage(reply, request.path)))
      throw this.#failure(sent, reply);
    await this.#contentOf(reply, maxIgnoredLength);
    return reply;
  }

  async #json(request: JenkinsRequest): Promise<JsonReply> {
    const asked = `${request.method} ${request.path}`;
    const limit = Math.min(maxJsonLength, this.#maxReplyLength);
    const reply = await this.#read(request, limit);
    if (reply.truncated)
      throw new JenkinsError(
        'broken-reply',
        `Jenkins' reply to ${asked} must have at most ${limit} bytes, but is longer.`,
        reply.status,
      );
    try {
      return Object.assign(new ReplyValue(await parseAnswer(reply.bytes, jsonLimits), asked), { reply });
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      throw new JenkinsError('broken-reply', `Jenkins' reply to ${asked}: ${error.message}.`, reply.status);
    }
  }

  async #read(request: JenkinsRequest, maxLength = this.#maxReplyLength): Promise<WholeReply> {
    const reply = await this.#connection.open(request);
    if (reply.status !== 200) throw this.#failure(request, reply);
    return { status: reply.status, header: reply.header, ...(await this.#contentOf(reply, maxLength)) };
  }

  async #contentOf(reply: OpenReply, maxLength: number): Promise<{ bytes: Buffer; truncated: boolean }> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
    return { bytes: Buffer.concat(chunks).subarray(0, maxLength), truncated: length > maxLength };
  }

  #failure(request: JenkinsRequest, reply: OpenReply): JenkinsError {
    reply.body.destroy(); // an error page has no message for users, and its stack traces can contain what was sent
    const target = reply.header('location')?.replace(/[?#].*$/, '');
    const reason =
      reply.header('x-error')?.replaceAll('?', '"') ?? (target === undefined ? undefined : `see ${target}`);
    const kind = kindOf(reply.status);
    const subject = kind === 'starting' ? 'Jenkins is starting: it' : 'Jenkins';
    const why = reason === undefined ? '' : `: ${reason.slice(0, 300)}`;
    return new JenkinsError(
      kind,
      `${subject} answered ${reply.status} to ${request.method} ${request.path}${why}.`,
      reply.status,
    );
  }
}

function kindOf(status: number): JenkinsError['kind'] {
  if (status === 401) return 'unauthorised';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 503) return 'starting';
  if (status === 502 || status === 504) return 'unreachable';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'rejected' : 'broken-reply';
}

function leadsToPage(reply: JenkinsReply, askedPath: string): boolean {
  const location = reply.header('location');
  if (location === undefined) return false;
  const path = location.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '');
  return !path.endsWith(askedPath) && !/\/(login|commenceLogin|securityRealm)(\/|$)/.test(path);
}

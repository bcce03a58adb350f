import { ReadableStream } from 'node:stream/web';
import { requireParsable } from '../../../base/answers/parse-answer.ts';
import { readBody } from '../../../base/answers/read-body.ts';
import { UnusableAnswer } from '../../../base/answers/unusable-answer.ts';
import { exactNumber } from '../../../base/text/exact-number.ts';
import { timeoutSignal } from '../../../base/timers/timers.ts';
import { createFlowgateClient, type FlowgateClient } from '../../api-client/flowgate-client.ts';
import { holding } from '../../api-client/hold-request.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { GatewayError, UnusableGateway } from './gateway-error.ts';

/** The query parameters of a page. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

interface StreamOptions {
  readonly parseAs: 'stream';
  readonly fetch: (request: Request) => Promise<Response>;
}

type Page<Name extends string, Item> = Readonly<Record<Name, readonly Item[]>> & { readonly nextCursor?: string };

/**
 * Sends requests to a running Flowgate. The client and all methods throw `GatewayError` when Flowgate rejects a
 * request, and `UnusableGateway` when it cannot be reached or the server is not Flowgate.
 */
export class GatewayConnection {
  /** The base URL, with a trailing slash. */
  readonly url: string;
  /** Its calls time out after 30 seconds. */
  readonly client: FlowgateClient;

  /** @param headers sent with every request, including the identity of the user */
  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.url = url.href;
    this.client = createFlowgateClient({
      baseUrl: url,
      readNumber: exactNumber,
      headers: { accept: 'application/json', ...headers },
      fetch: async (request) =>
        this.#limited(await this.#send(request, { signal: timeoutSignal(timeoutMilliseconds) }), maxAnswerBytes),
    });
  }

  /** Sends a request without a timeout; for the client's `fetch` option. */
  readonly withoutDeadline = holding((request) => this.#send(request, {}));

  /** The body of a response. @throws {UnusableGateway} if one of `members` is missing */
  readonly body = async <Body extends object>(
    call: Promise<{ readonly data?: Body }>,
    members: readonly (keyof Body & string)[],
  ): Promise<Body> => {
    const { data } = await call.catch((error: unknown) => {
      throw error instanceof UsageError ? error : this.notFlowgate();
    });
    const isExpected =
      typeof data === 'object' && data !== null && members.every((member) => Object.hasOwn(data, member));
    if (!isExpected) throw this.notFlowgate();
    return data;
  };

  /** A body of any size, as it arrives. @param call makes the call with these options */
  async stream(
    call: (options: StreamOptions) => Promise<{ readonly data?: unknown; readonly response: Response }>,
  ): Promise<ReadableStream<Uint8Array>> {
    const { data, response } = await call({ parseAs: 'stream', fetch: this.withoutDeadline });
    // The client returns no stream for an empty body.
    if (response.ok && response.headers.get('content-length') === '0') return ReadableStream.from<Uint8Array>([]);
    if (data === null || data === undefined) throw this.notFlowgate();
    return data as ReadableStream<Uint8Array>; // typed by Node.js
  }

  /**
   * The first `max` items of a list, read page by page.
   * @param member the member of a page that has its items
   * @throws {UnusableGateway} if the pages never end
   */
  async *pages<Name extends string, Item>(
    member: Name,
    read: (query: PageQuery) => Promise<{ readonly data?: Page<Name, Item> }>,
    max = Infinity,
  ): AsyncGenerator<Item> {
    let seen = 0;
    let cursor: string | undefined;
    const cursors = new Set<string>();
    do {
      const page: Page<Name, Item> = await this.body(read({ limit: Math.min(max - seen, maxPageSize), cursor }), [
        member,
      ]);
      yield* page[member];
      seen += page[member].length;
      cursor = page.nextCursor;
      if (cursor !== undefined && cursors.has(cursor)) throw this.notFlowgate();
      cursors.add(cursor ?? '');
    } while (cursor !== undefined && seen < max);
  }

  /** The first items of a list. If there are more, a line on standard error reports it. */
  async list<Name extends string, Item>(
    member: Name,
    read: (query: PageQuery) => Promise<{ readonly data?: Page<Name, Item> }>,
    { limit }: { readonly limit: number },
    { stderr }: Pick<Terminal, 'stderr'>,
  ): Promise<readonly Item[]> {
    const items: Item[] = [];
    for await (const item of this.pages(member, read, limit + 1)) items.push(item);
    if (items.length > limit) stderr.write(`Only the first ${limit} are shown; use --limit to see more.\n`);
    return items.slice(0, limit);
  }

  /** The error for a response that does not match the contract. */
  notFlowgate(): UnusableGateway {
    return new UnusableGateway(`${this.url} is not a Flowgate server; check the URL.`);
  }

  /** The same response, whose body has arrived. @throws {UnusableGateway} if it would fill the memory of this program */
  async #limited(answer: Response, bytes: number): Promise<Response> {
    if (answer.body === null) return answer;
    const limits = { of: this.url, bytes, depth: maxAnswerDepth, values: maxAnswerValues };
    try {
      const body = await readBody(answer.body as ReadableStream<Uint8Array>, limits);
      await requireParsable(body.toString(), limits);
      return new Response(new Uint8Array(body), answer);
    } catch (error) {
      if (error instanceof UnusableAnswer) throw new UnusableGateway(`${error.message}.`);
      throw UnusableGateway.unreachable(this.url, error);
    }
  }

  async #send(request: Request, options: { readonly signal?: AbortSignal }): Promise<Response> {
    // A redirect leads to a login page, or would send the identity to another server.
    const answer = await fetch(request, { ...options, redirect: 'manual' }).catch((error: unknown) => {
      throw UnusableGateway.unreachable(this.url, error);
    });
    if (answer.ok) return answer;
    if (answer.status >= 300 && answer.status < 400) {
      const target = answer.headers.get('location') ?? 'an unknown location';
      throw new UnusableGateway(`${this.url} redirects to ${target}; use the URL of Flowgate itself, or pass --token.`);
    }
    throw await GatewayError.of(this.url, await this.#limited(answer, maxProblemBytes));
  }
}

// Far more than a page of flows or executions has; what can be larger is read as a stream.
const maxAnswerBytes = 32 * 1024 * 1024;
const maxProblemBytes = 4 * 1024 * 1024;
/** A flow has at most 64 levels, and some around them. */
const maxAnswerDepth = 200;
const maxAnswerValues = 3_000_000;
const timeoutMilliseconds = 30_000;
const maxPageSize = 500;

import { createFlowgateClient, type FlowgateClient } from '../../api-client/flowgate-client.ts';
import { UsageError } from '../terminal.ts';
import { GatewayError, UnusableGateway } from './gateway-error.ts';
import { limitedResponse } from './limited-response.ts';

/** The query parameters of a page. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

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
      headers: { accept: 'application/json', ...headers },
      fetch: async (request) =>
        this.#limited(await this.#send(request, { signal: AbortSignal.timeout(timeoutMilliseconds) }), maxAnswerBytes),
    });
  }

  /** Sends a request without a timeout; for the client's `fetch` option. */
  readonly withoutDeadline = (request: Request): Promise<Response> => this.#send(request, {});

  /** The body of a response. @throws {UnusableGateway} if one of `members` is missing */
  async body<Body extends object>(
    call: Promise<{ readonly data?: Body }>,
    members: readonly (keyof Body & string)[],
  ): Promise<Body> {
    const { data } = await call.catch((error: unknown) => {
      throw error instanceof UsageError ? error : this.notFlowgate();
    });
    const isExpected =
      typeof data === 'object' && data !== null && members.every((member) => Object.hasOwn(data, member));
    if (!isExpected) throw this.notFlowgate();
    return data;
  }

  /** The first `max` items of a list, read page by page. @throws {UnusableGateway} if the pages never end */
  async *pages<Page extends { readonly nextCursor?: string }, Item>(
    read: (query: PageQuery) => Promise<Page>,
    itemsOf: (page: Page) => readonly Item[],
    max = Infinity,
  ): AsyncGenerator<Item> {
    let seen = 0;
    let cursor: string | undefined;
    const cursors = new Set<string>();
    do {
      const page: Page = await read({ limit: Math.min(max - seen, maxPageSize), cursor });
      const items = itemsOf(page);
      yield* items;
      seen += items.length;
      cursor = page.nextCursor;
      if (cursor !== undefined && cursors.has(cursor)) throw this.notFlowgate();
      cursors.add(cursor ?? '');
    } while (cursor !== undefined && seen < max);
  }

  /** The error for a response that does not match the contract. */
  notFlowgate(): UnusableGateway {
    return new UnusableGateway(`${this.url} is not a Flowgate server; check the URL.`);
  }

  #limited(answer: Response, maxBytes: number): Response {
    const error = () => new UnusableGateway(`the answer of ${this.url} is too large.`);
    return limitedResponse(answer, { maxBytes, error });
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
    throw await GatewayError.of(this.url, this.#limited(answer, maxProblemBytes));
  }
}

// Far more than a page of flows or executions has; what can be larger is read as a stream.
const maxAnswerBytes = 32 * 1024 * 1024;
const maxProblemBytes = 4 * 1024 * 1024;
const timeoutMilliseconds = 30_000;
const maxPageSize = 500;

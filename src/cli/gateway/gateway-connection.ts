import { createFlowgateClient, type FlowgateClient } from '../../contract/flowgate-client.ts';
import { UsageError } from '../command.ts';
import { GatewayError, UnusableGateway } from './gateway-error.ts';

/** Which page of a list is asked for, as parameters in the query. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * Requests to a running Flowgate. Every call of the client and every method throws `GatewayError` when Flowgate rejects a
 * request, and `UnusableGateway` when it cannot be reached or answers as no Flowgate does.
 */
export class GatewayConnection {
  /** Where it is, with a slash at the end. */
  readonly url: string;
  /** A call is given up after half a minute. */
  readonly client: FlowgateClient;

  /** @param headers of every request, with the identity of the user */
  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.url = url.href;
    this.client = createFlowgateClient({
      baseUrl: url,
      headers: { accept: 'application/json', ...headers },
      fetch: (request) => this.#send(request, { signal: AbortSignal.timeout(maxAnswer) }),
    });
  }

  /** Sends a request that may take as long as it needs; for the client's option `fetch`. */
  readonly withoutDeadline = (request: Request): Promise<Response> => this.#send(request, {});

  /** The body of a response that has these `members`; the contract says what is in them. */
  async body<Body extends object>(
    call: Promise<{ readonly data?: Body }>,
    members: readonly (keyof Body & string)[],
  ): Promise<Body> {
    const { data } = await call.catch((error: unknown) => {
      throw error instanceof UsageError ? error : this.foreign();
    });
    const isExpected =
      typeof data === 'object' && data !== null && members.every((member) => Object.hasOwn(data, member));
    if (!isExpected) throw this.foreign();
    return data;
  }

  /** The items of a list, page by page, the first `max` of them. */
  async *pages<Page extends { readonly nextCursor?: string }, Item>(
    read: (query: PageQuery) => Promise<Page>,
    itemsOf: (page: Page) => readonly Item[],
    max = Infinity,
  ): AsyncGenerator<Item> {
    let seen = 0;
    let cursor: string | undefined;
    do {
      const page: Page = await read({ limit: Math.min(max - seen, maxPageSize), cursor });
      const items = itemsOf(page);
      yield* items;
      seen += items.length;
      cursor = page.nextCursor;
    } while (cursor !== undefined && seen < max);
  }

  /** What is thrown when an answer is not what the contract says. */
  foreign(): UnusableGateway {
    return new UnusableGateway(`${this.url} does not answer as Flowgate does; is the address right?`);
  }

  async #send(request: Request, options: { readonly signal?: AbortSignal }): Promise<Response> {
    // A redirect leads to a login page, or would take the identity elsewhere.
    const answer = await fetch(request, { ...options, redirect: 'manual' }).catch((error: unknown) => {
      throw UnusableGateway.unreachable(this.url, error);
    });
    if (answer.ok) return answer;
    if (answer.status >= 300 && answer.status < 400) {
      const target = answer.headers.get('location') ?? 'nowhere';
      throw new UnusableGateway(
        `${this.url} sends its callers on to ${target}; give the address of Flowgate itself, or a --token.`,
      );
    }
    throw await GatewayError.of(this.url, answer);
  }
}

const maxAnswer = 30_000;
const maxPageSize = 500;

import { GatewayError, UnusableGateway } from './gateway-error.ts';

export interface GatewayRequest {
  readonly body?: RequestInit['body'];
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request. One without is given up after half a minute; with one it may take its time. */
  readonly signal?: AbortSignal;
}

/**
 * Requests to a running Flowgate. Every method throws `GatewayError` when it says no, and `UnusableGateway` when it cannot
 * be reached or answers as no Flowgate does.
 */
export class GatewayConnection {
  /** Where it is, with a slash at the end. */
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers who asks */
  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.url = url.href;
    this.#headers = headers;
  }

  /** @param path below the URL, with its query */
  async send(
    method: string,
    path: string,
    { body, headers = {}, signal = AbortSignal.timeout(maxAnswer) }: GatewayRequest = {},
  ): Promise<Response> {
    const options: RequestInit = {
      method,
      headers: { ...this.#headers, accept: 'application/json', ...headers },
      // A redirect leads to a login page, or away from who was named.
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body, duplex: 'half' }),
    };
    const answer = await fetch(new URL(path, this.url), options).catch((error: unknown) => {
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

  /** The body of an answer, whose `members` are there; the contract says what is in them. */
  async json<Answer>(answer: Response, members: readonly (keyof Answer & string)[]): Promise<Answer> {
    const value: unknown = await answer.json().catch(() => undefined);
    const isExpected =
      typeof value === 'object' && value !== null && members.every((member) => Object.hasOwn(value, member));
    if (!isExpected) throw this.foreign();
    return value as Answer; // see above
  }

  /**
   * The items of a list, page by page, the first `most` of them.
   * @param member where an answer has the items of its page
   * @param query parameters of every request
   */
  async *pages<Item>(path: string, member: string, query: URLSearchParams, most = Infinity): AsyncGenerator<Item> {
    let seen = 0;
    let cursor: string | undefined;
    do {
      const page = new URLSearchParams(query);
      page.set('limit', String(Math.min(most - seen, maxPageSize)));
      if (cursor !== undefined) page.set('cursor', cursor);
      const answer = await this.send('GET', `${path}?${page}`);
      const value = await this.json<{ readonly [member: string]: unknown; readonly nextCursor?: string }>(answer, [
        member,
      ]);
      const items = value[member] as readonly Item[]; // as the contract says
      yield* items;
      seen += items.length;
      cursor = value.nextCursor;
    } while (cursor !== undefined && seen < most);
  }

  /** What is thrown when an answer is not what the contract says. */
  foreign(): UnusableGateway {
    return new UnusableGateway(`${this.url} does not answer as Flowgate does; is the address right?`);
  }
}

const maxAnswer = 30_000;
const maxPageSize = 500;

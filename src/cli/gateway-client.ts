import type { Problem } from '../problem/problem.ts';
import { GatewayRefusal, UnusableGateway } from './gateway-refusal.ts';

/** What identifies a flow. */
export interface FlowName {
  readonly namespace: string;
  readonly id: string;
}

/** The source of a revision, byte for byte. */
export interface FlowSourceAnswer {
  readonly bytes: Buffer;
  readonly revision: number;
}

/**
 * A running Flowgate over HTTP. Every method throws `GatewayRefusal` when it says no, and `UnusableGateway` when it cannot
 * be reached or answers as no Flowgate does.
 */
export class GatewayClient {
  /** Where it is, with a slash at the end. */
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers who asks */
  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.url = url.href;
    this.#headers = headers;
  }

  /** Every problem of a flow document, in document order. */
  async validate(source: Uint8Array): Promise<readonly Problem[]> {
    const answer = await this.#send('POST', 'flows/validate', { source });
    const { errors, warnings } = await this.#json<{ errors: readonly Problem[]; warnings: readonly Problem[] }>(answer, ['errors', 'warnings']);
    return [...errors, ...warnings].toSorted((left, right) => place(left) - place(right));
  }

  /** The names of all flows, or of those in a namespace. */
  async *list(namespace?: string): AsyncGenerator<FlowName> {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '500', ...(cursor !== undefined && { cursor }) });
      const answer = await this.#send('GET', `flows${namespace === undefined ? '' : `/${namespace}`}?${query}`);
      const page = await this.#json<{ flows: readonly FlowName[]; nextCursor?: string }>(answer, ['flows']);
      yield* page.flows;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  async read(name: FlowName, revision?: number): Promise<FlowSourceAnswer> {
    const answer = await this.#send('GET', `${pathOf(name)}${revision === undefined ? '' : `?revision=${revision}`}`, { accept: yaml });
    return { bytes: Buffer.from(await answer.arrayBuffer()), revision: this.#revisionOf(answer) };
  }

  /** @returns the revision, which is 1 */
  async create(source: Uint8Array): Promise<number> {
    return this.#revisionOf(await this.#send('POST', 'flows', { source }));
  }

  /** @param expected the revision that is to be replaced @returns the new one */
  async update(name: FlowName, source: Uint8Array, expected: number): Promise<number> {
    return this.#revisionOf(await this.#send('PUT', pathOf(name), { source, expected }));
  }

  async #send(method: string, path: string, request: { readonly source?: Uint8Array; readonly expected?: number; readonly accept?: string } = {}): Promise<Response> {
    const headers = {
      ...this.#headers,
      accept: request.accept ?? 'application/json',
      ...(request.source && { 'content-type': yaml }),
      ...(request.expected !== undefined && { 'if-match': `"${request.expected}"` }),
    };
    // A redirect leads to a login page, or away from who was named.
    const options: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(longestAnswer), ...(request.source && { body: Buffer.from(request.source) }) };
    const answer = await fetch(new URL(path, this.url), options).catch((error: unknown) => {
      throw UnusableGateway.unreachable(this.url, error);
    });
    if (answer.ok) return answer;
    if (answer.status >= 300 && answer.status < 400) throw new UnusableGateway(`${this.url} sends its callers on to ${answer.headers.get('location') ?? 'nowhere'}; give the address of Flowgate itself, or a --token.`);
    throw await GatewayRefusal.of(this.url, answer);
  }

  async #json<Answer>(answer: Response, members: readonly (keyof Answer & string)[]): Promise<Answer> {
    const value: unknown = await answer.json().catch(() => undefined);
    const isExpected = typeof value === 'object' && value !== null && members.every((member) => Array.isArray((value as Record<string, unknown>)[member]));
    if (!isExpected) throw this.#foreign();
    return value as Answer; // its lists are there, and Flowgate's contract says what is in them
  }

  #revisionOf(answer: Response): number {
    const digits = /^(?:W\/)?"(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1];
    if (digits === undefined) throw this.#foreign();
    return Number(digits);
  }

  #foreign(): UnusableGateway {
    return new UnusableGateway(`${this.url} does not answer as Flowgate does; is the address right?`);
  }
}

const yaml = 'application/x-yaml';
const longestAnswer = 30_000;

function pathOf({ namespace, id }: FlowName): string {
  return `flows/${encodeURIComponent(namespace)}/${encodeURIComponent(id)}`;
}

/** Lines before columns; a document has no line of a million characters that is worth an order of its own. */
function place({ line = 1, column = 1 }: Problem): number {
  return line * 1e6 + column;
}

import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { GatewayConnection } from './gateway-connection.ts';

/** The source of a revision, byte for byte. */
export interface FlowSourceAnswer {
  readonly bytes: Buffer;
  readonly revision: number;
}

/** The flows of a running Flowgate. Every method throws as those of `GatewayConnection` do. */
export class FlowClient {
  readonly #connection: GatewayConnection;

  constructor(connection: GatewayConnection) {
    this.#connection = connection;
  }

  /** Where it is, with a slash at the end. */
  get url(): string {
    return this.#connection.url;
  }

  /** Every problem of a flow document, in document order. */
  async validate(source: Uint8Array): Promise<readonly ReportedProblem[]> {
    const answer = await this.#send('POST', 'flows/validate', { source });
    const { errors, warnings } = await this.#connection.json<{
      errors: readonly ReportedProblem[];
      warnings: readonly ReportedProblem[];
    }>(answer, ['errors', 'warnings']);
    return [...errors, ...warnings].toSorted((left, right) => place(left) - place(right));
  }

  /** The names of all flows, or of those in a namespace. */
  list(namespace?: string): AsyncGenerator<FlowKey> {
    return this.#connection.pages(
      `flows${namespace === undefined ? '' : `/${namespace}`}`,
      'flows',
      new URLSearchParams(),
    );
  }

  async read(name: FlowKey, revision?: number): Promise<FlowSourceAnswer> {
    const answer = await this.#send('GET', `${pathOf(name)}${revision === undefined ? '' : `?revision=${revision}`}`, {
      accept: yaml,
    });
    return { bytes: Buffer.from(await answer.arrayBuffer()), revision: this.#revisionOf(answer) };
  }

  /** @returns the revision, which is 1 */
  async create(source: Uint8Array): Promise<number> {
    return this.#revisionOf(await this.#send('POST', 'flows', { source }));
  }

  /** @param expected the revision that is to be replaced @returns the new one */
  async update(name: FlowKey, source: Uint8Array, expected: number): Promise<number> {
    return this.#revisionOf(await this.#send('PUT', pathOf(name), { source, expected }));
  }

  #send(
    method: string,
    path: string,
    request: { readonly source?: Uint8Array; readonly expected?: number; readonly accept?: string } = {},
  ): Promise<Response> {
    const headers = {
      ...(request.accept !== undefined && { accept: request.accept }),
      ...(request.source && { 'content-type': yaml }),
      ...(request.expected !== undefined && { 'if-match': `"${request.expected}"` }),
    };
    return this.#connection.send(method, path, {
      headers,
      ...(request.source && { body: Buffer.from(request.source) }),
    });
  }

  #revisionOf(answer: Response): number {
    const digits = /^(?:W\/)?"(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1];
    if (digits === undefined) throw this.#connection.foreign();
    return Number(digits);
  }
}

const yaml = 'application/x-yaml';

/** Below the URL of the gateway. */
export function pathOf({ namespace, id }: FlowKey): string {
  return `flows/${encodeURIComponent(namespace)}/${encodeURIComponent(id)}`;
}

/** Lines before columns; a document has no line of a million characters that is worth an order of its own. */
function place({ line = 1, column = 1 }: ReportedProblem): number {
  return line * 1e6 + column;
}

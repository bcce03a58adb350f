import type { Schema } from '../../contract/operation-types.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
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
  async validate(source: Uint8Array): Promise<readonly Schema<'Problem'>[]> {
    const call = this.#connection.client.POST('/flows/validate', { body: source, headers: contentType });
    const { errors, warnings } = await this.#connection.body(call, ['errors', 'warnings']);
    return [...errors, ...warnings].toSorted((left, right) => place(left) - place(right));
  }

  /** The names of all flows, or of those in a namespace. */
  list(namespace?: string): AsyncGenerator<FlowKey> {
    const { client } = this.#connection;
    return this.#connection.pages(
      (query) =>
        this.#connection.body(
          namespace === undefined
            ? client.GET('/flows', { params: { query } })
            : client.GET('/flows/{namespace}', { params: { path: { namespace }, query } }),
          ['flows'],
        ),
      ({ flows }) => flows,
    );
  }

  async read(name: FlowKey, revision?: number): Promise<FlowSourceAnswer> {
    const { data, response } = await this.#connection.client.GET('/flows/{namespace}/{flow_id}', {
      params: { path: flowPath(name), query: { revision } },
      headers: { accept: yaml },
      parseAs: 'arrayBuffer',
    });
    return { bytes: Buffer.from(data ?? new ArrayBuffer(0)), revision: this.#revisionOf(response) };
  }

  /** @returns the revision, which is 1 */
  async create(source: Uint8Array): Promise<number> {
    const call = this.#connection.client.POST('/flows', { body: source, headers: contentType, parseAs: 'stream' });
    return this.#revisionOf((await call).response);
  }

  /** @param expected the revision that is to be replaced @returns the new one */
  async update(name: FlowKey, source: Uint8Array, expected: number): Promise<number> {
    const call = this.#connection.client.PUT('/flows/{namespace}/{flow_id}', {
      params: { path: flowPath(name), header: { 'If-Match': `"${expected}"` } },
      body: source,
      headers: contentType,
      parseAs: 'stream',
    });
    return this.#revisionOf((await call).response);
  }

  #revisionOf(answer: Response): number {
    const digits = /^(?:W\/)?"(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1];
    if (digits === undefined) throw this.#connection.foreign();
    return Number(digits);
  }
}

const yaml = 'application/x-yaml';
const contentType = { 'content-type': yaml };

/** The parameters of a path that names a flow. */
export function flowPath({ namespace, id }: FlowKey): { readonly namespace: string; readonly flow_id: string } {
  return { namespace, flow_id: id };
}

/** Lines before columns; a document has no line of a million characters that is worth an order of its own. */
function place({ line = 1, column = 1 }: Schema<'Problem'>): number {
  return line * 1e6 + column;
}

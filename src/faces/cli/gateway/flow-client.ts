import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { GatewayConnection } from './gateway-connection.ts';

/** The source of a revision, unchanged. */
export interface FlowSourceAnswer {
  readonly bytes: Buffer;
  readonly revision: number;
}

/** A revision that was just stored. */
export interface StoredFlow {
  readonly revision: number;
  /** In document order. */
  readonly warnings: readonly Schema<'Problem'>[];
}

/** The flows of a running Flowgate. Methods throw the same errors as `GatewayConnection`. */
export class FlowClient {
  readonly #connection: GatewayConnection;
  /** Headers of requests that change something. */
  readonly #headers: { readonly 'Flowgate-Owner'?: string };

  /** @param owner the repository and the commit that changes come from */
  constructor(connection: GatewayConnection, owner?: { readonly repository: string; readonly commit: string }) {
    this.#connection = connection;
    this.#headers = owner === undefined ? {} : { 'Flowgate-Owner': `${owner.repository}@${owner.commit}` };
  }

  /** The base URL, with a trailing slash. */
  get url(): string {
    return this.#connection.url;
  }

  /** All problems of a flow document, in document order. */
  async validate(source: Uint8Array): Promise<readonly Schema<'Problem'>[]> {
    const call = this.#connection.client.POST('/flows/validate', { body: source, headers: contentType });
    const { errors, warnings } = await this.#connection.body(call, ['errors', 'warnings']);
    return inOrder([...errors, ...warnings]);
  }

  /** All flows with their latest revisions, or the flows in a namespace. */
  list(namespace?: string): AsyncGenerator<FlowKey & { readonly revision: number }> {
    const { client } = this.#connection;
    return this.#connection.pages('flows', (query) =>
      namespace === undefined
        ? client.GET('/flows', { params: { query } })
        : client.GET('/flows/{namespace}', { params: { path: { namespace }, query } }),
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

  /** A unified diff of two revisions, empty if they are equal; the defaults are the server's. */
  async diff(name: FlowKey, revisions: { readonly from?: number; readonly to?: number }): Promise<string> {
    const { data, response } = await this.#connection.client.GET('/flows/{namespace}/{flow_id}/diff', {
      params: { path: flowPath(name), query: revisions },
      headers: { accept: 'text/x-diff' },
      parseAs: 'text',
    });
    return this.#textOf(data, response, 'text/x-diff');
  }

  async jenkinsfile(name: FlowKey, revision?: number): Promise<string> {
    const { data, response } = await this.#connection.client.GET('/flows/{namespace}/{flow_id}/jenkinsfile', {
      params: { path: flowPath(name), query: { revision } },
      headers: { accept: 'text/plain' },
      parseAs: 'text',
    });
    return this.#textOf(data, response, 'text/plain');
  }

  /** Stores revision 1. */
  create(source: Uint8Array): Promise<StoredFlow> {
    const call = this.#connection.client.POST('/flows', {
      params: { header: this.#headers },
      body: source,
      headers: contentType,
    });
    return this.#stored(call);
  }

  /** @param expected the revision to replace */
  update(name: FlowKey, source: Uint8Array, expected: number): Promise<StoredFlow> {
    const call = this.#connection.client.PUT('/flows/{namespace}/{flow_id}', {
      params: { path: flowPath(name), header: { ...this.#headers, 'If-Match': `"${expected}"` } },
      body: source,
      headers: contentType,
    });
    return this.#stored(call);
  }

  /** @param expected the revision that is the latest one */
  async delete(name: FlowKey, expected: number): Promise<void> {
    await this.#connection.client.DELETE('/flows/{namespace}/{flow_id}', {
      params: { path: flowPath(name), header: { ...this.#headers, 'If-Match': `"${expected}"` } },
    });
  }

  async #stored(call: Promise<{ readonly data?: Schema<'Flow'> }>): Promise<StoredFlow> {
    const { revision, warnings } = await this.#connection.body(call, ['revision', 'warnings']);
    return { revision, warnings: inOrder(warnings) };
  }

  #textOf(data: unknown, { headers }: Response, mediaType: string): string {
    if (!headers.get('content-type')?.startsWith(mediaType)) throw this.#connection.notFlowgate();
    return typeof data === 'string' ? data : '';
  }

  #revisionOf(answer: Response): number {
    const digits = /^(?:W\/)?"(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1];
    if (digits === undefined) throw this.#connection.notFlowgate();
    return Number(digits);
  }
}

const yaml = 'application/x-yaml';
const contentType = { 'content-type': yaml };

/** The path parameters of a flow. */
export function flowPath({ namespace, id }: FlowKey): { readonly namespace: string; readonly flow_id: string } {
  return { namespace, flow_id: id };
}

function inOrder(problems: readonly Schema<'Problem'>[]): readonly Schema<'Problem'>[] {
  return problems.toSorted((left, right) => place(left) - place(right));
}

/** Sorts by line, then column, for lines of up to a million characters. */
function place({ line = 1, column = 1 }: Schema<'Problem'>): number {
  return line * 1e6 + column;
}

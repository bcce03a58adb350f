import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryParameters, Schema } from '../../contract/operation-types.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { openFileForm } from './file-form.ts';
import { flowPath } from './flow-client.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { UnusableGateway } from './gateway-error.ts';

/** The properties of the JSON Schema of a flow's inputs. */
export type InputProperties = Readonly<
  Record<string, { readonly 'x-input-type'?: string; readonly enum?: readonly string[] }>
>;

/** The executions of a running Flowgate. Every method throws as those of `GatewayConnection` do. */
export class ExecutionClient {
  readonly #connection: GatewayConnection;

  constructor(connection: GatewayConnection) {
    this.#connection = connection;
  }

  urlOf(id: string): string {
    return new URL(`executions/${encodeURIComponent(id)}`, this.#connection.url).href;
  }

  async inputsOf(flow: FlowKey, revision?: number): Promise<InputProperties> {
    const call = this.#connection.client.GET('/flows/{namespace}/{flow_id}/schema', {
      params: { path: flowPath(flow), query: { revision } },
    });
    const { properties } = await this.#connection.body(call, ['properties']);
    return properties as InputProperties; // JSON Schemas, of which the contract tells no more
  }

  /**
   * Sends files for inputs of a flow.
   * @param files absolute path by input id
   * @returns by input id the references that stand for them in an execution
   * @throws {UsageError} when a file cannot be read
   */
  async upload(
    flow: FlowKey,
    files: ReadonlyMap<string, string>,
    revision?: number,
  ): Promise<Readonly<Record<string, string>>> {
    const form = await openFileForm(files);
    try {
      const call = this.#connection.client.POST('/flows/{namespace}/{flow_id}/files', {
        params: { path: flowPath(flow), query: { revision } },
        // Read while it is sent, which is as long as it takes.
        body: {},
        bodySerializer: () => form.body,
        duplex: 'half',
        headers: { 'content-type': form.contentType },
        fetch: this.#connection.withoutDeadline,
      });
      const uploads = (await this.#connection.body(call, ['files'])).files;
      return Object.fromEntries(uploads.map(({ input_id: id, reference }) => [id, reference]));
    } finally {
      await form.close();
    }
  }

  run(flow: FlowKey, body: Schema<'RunRequest'>, idempotencyKey?: string): Promise<Schema<'Execution'>> {
    return this.#start(idempotencyKey, (header) =>
      this.#connection.client.POST('/flows/{namespace}/{flow_id}/executions', {
        params: { path: flowPath(flow), header },
        body,
      }),
    );
  }

  /** @param body what shall be other than in the execution that is repeated */
  replay(id: string, body: Schema<'RunRequest'>, idempotencyKey?: string): Promise<Schema<'Execution'>> {
    return this.#start(idempotencyKey, (header) =>
      this.#connection.client.POST('/executions/{execution_id}/replay', {
        params: { path: { execution_id: id }, header },
        body,
      }),
    );
  }

  read(id: string): Promise<Schema<'Execution'>> {
    return this.#execution(
      this.#connection.client.GET('/executions/{execution_id}', { params: { path: { execution_id: id } } }),
    );
  }

  stop(id: string): Promise<Schema<'Execution'>> {
    return this.#execution(
      this.#connection.client.POST('/executions/{execution_id}/stop', { params: { path: { execution_id: id } } }),
    );
  }

  /** The newest first. @param max how many at most */
  list(query: QueryParameters<'listExecutions'>, max: number): AsyncGenerator<Schema<'Execution'>> {
    return this.#connection.pages(
      (page) =>
        this.#connection.body(
          this.#connection.client.GET('/executions', { params: { query: { ...query, ...page } } }),
          ['executions'],
        ),
      ({ executions }) => executions,
      max,
    );
  }

  /** The log as far as it goes, in pieces as they come. */
  async log(
    id: string,
    { task, signal }: { readonly task?: string; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>> {
    const { response } = await this.#connection.client.GET('/executions/{execution_id}/logs', {
      params: { path: { execution_id: id }, query: { task } },
      headers: { accept: 'text/plain' },
      parseAs: 'stream',
      fetch: this.#connection.withoutDeadline,
      signal,
    });
    return this.#piecesOf(response);
  }

  /**
   * The log as it is written: an event for each line, at last `end`.
   * @param lastId the id of the last event that was received, `''` for none
   */
  async *events(
    id: string,
    { task, lastId, signal }: { readonly task?: string; readonly lastId: string; readonly signal: AbortSignal },
  ): AsyncGenerator<ServerEvent> {
    const { response } = await this.#connection.client.GET('/executions/{execution_id}/logs', {
      params: {
        path: { execution_id: id },
        query: { follow: 'true', task },
        ...(lastId !== '' && { header: { 'Last-Event-ID': lastId } }),
      },
      headers: { accept: 'text/event-stream' },
      parseAs: 'stream',
      fetch: this.#connection.withoutDeadline,
      signal,
    });
    try {
      yield* readEvents(this.#piecesOf(response));
    } catch (error) {
      throw signal.aborted ? error : UnusableGateway.unreachable(this.#connection.url, error);
    }
  }

  /** Asks again where a connection broke: under the same key it stays one execution. */
  async #start(
    idempotencyKey: string = randomUUID(),
    call: (header: { readonly 'Idempotency-Key': string }) => Promise<{ readonly data?: Schema<'Execution'> }>,
  ): Promise<Schema<'Execution'>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#execution(call({ 'Idempotency-Key': idempotencyKey }));
      } catch (error) {
        if (!(error instanceof UnusableGateway) || !error.isCutOff || attempt === maxAttempts) throw error;
        await sleep(pauseMilliseconds);
      }
    }
  }

  #execution(call: Promise<{ readonly data?: Schema<'Execution'> }>): Promise<Schema<'Execution'>> {
    return this.#connection.body(call, ['id', 'state', 'createdAt']);
  }

  #piecesOf({ body }: Response): AsyncIterable<Uint8Array> {
    if (body === null) throw this.#connection.foreign();
    return body as AsyncIterable<Uint8Array>; // Node's streams can be iterated
  }
}

const maxAttempts = 5;
const pauseMilliseconds = 500;

import type { JsonObject } from '../../../base/text/json-value.ts';
import { sleep } from '../../../base/timers/timers.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { ServerEvent } from './event-stream.ts';
import { flowPath } from './flow-client.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { UnusableGateway } from './gateway-error.ts';

/** The properties of the JSON Schema of a flow's inputs. */
export type InputProperties = Readonly<
  Record<string, { readonly 'x-input-type'?: string; readonly enum?: readonly string[] }>
>;

export interface LogQuery {
  /** Only the log of the task with this path. */
  readonly task?: string | undefined;
  /** Whether each line begins with its time; left out for a Flowgate that does not know it. */
  readonly timestamps?: true | undefined;
}

/** The executions of a running Flowgate. Methods throw the same errors as `GatewayConnection`. */
export class ExecutionClient {
  readonly #connection: GatewayConnection;

  constructor(connection: GatewayConnection) {
    this.#connection = connection;
  }

  /** The page of an execution in the console. */
  urlOf(id: string): string {
    return new URL(`ui/executions/${encodeURIComponent(id)}`, this.#connection.url).href;
  }

  async inputsOf(flow: FlowKey, revision?: number): Promise<InputProperties> {
    const call = this.#connection.client.GET('/flows/{namespace}/{flow_id}/schema', {
      params: { path: flowPath(flow), query: { revision } },
    });
    const { properties } = await this.#connection.body(call, ['properties']);
    return properties as InputProperties; // the contract does not type the schemas
  }

  /**
   * Uploads files for the inputs of a flow, or of the form of an approval of it.
   * @param files absolute paths by input id
   * @returns references to the uploads by input id, as values for an execution
   * @throws {UsageError} when a file cannot be read
   */
  async upload(
    flow: FlowKey,
    files: ReadonlyMap<string, string>,
    { revision, task }: { readonly revision?: number | undefined; readonly task?: string | undefined } = {},
  ): Promise<Readonly<Record<string, string>>> {
    const { openFileForm } = await import('./file-form.ts');
    const form = await openFileForm(files);
    try {
      const call = this.#connection.client.POST('/flows/{namespace}/{flow_id}/files', {
        params: { path: flowPath(flow), query: { revision, task } },
        // The files are streamed, so the upload has no deadline.
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

  /** @param body the differences from the original execution */
  replay(id: string, body: Schema<'RunRequest'>, idempotencyKey?: string): Promise<Schema<'Execution'>> {
    return this.#start(idempotencyKey, (header) =>
      this.#connection.client.POST('/executions/{execution_id}/replay', {
        params: { path: { execution_id: id }, header },
        body,
      }),
    );
  }

  restart(id: string, body: Schema<'RestartRequest'>, idempotencyKey?: string): Promise<Schema<'Execution'>> {
    return this.#start(idempotencyKey, (header) =>
      this.#connection.client.POST('/executions/{execution_id}/restart', {
        params: { path: { execution_id: id }, header },
        body,
      }),
    );
  }

  decide(id: string, body: Schema<'DecisionRequest'>): Promise<Schema<'Execution'>> {
    return this.#execution(
      this.#connection.client.POST('/executions/{execution_id}/decision', {
        params: { path: { execution_id: id } },
        body,
      }),
    );
  }

  signal(id: string, signal: string, body: JsonObject): Promise<Schema<'Execution'>> {
    return this.#execution(
      this.#connection.client.POST('/executions/{execution_id}/signals/{signal}', {
        params: { path: { execution_id: id, signal } },
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

  /** The log so far, in complete lines as they arrive. */
  async *log(id: string, query: LogQuery): AsyncGenerator<string> {
    const { response } = await this.#connection.client.GET('/executions/{execution_id}/logs', {
      params: { path: { execution_id: id }, query },
      headers: { accept: 'text/plain' },
      parseAs: 'stream',
      fetch: this.#connection.withoutDeadline,
    });
    try {
      yield* wholeLines(this.#piecesOf(response));
    } catch (error) {
      throw UnusableGateway.unreachable(this.#connection.url, error);
    }
  }

  /**
   * The log as it is written: an event for each line, then `end`.
   * @param lastId the id of the last received event, `''` for none
   */
  async *events(
    id: string,
    { task, timestamps, lastId, signal }: LogQuery & { readonly lastId: string; readonly signal: AbortSignal },
  ): AsyncGenerator<ServerEvent> {
    // Only a few commands need it. Loaded before the request, because an interrupted body loses its unread part.
    const { EventTooLarge, readEvents } = await import('./event-stream.ts');
    const { response } = await this.#connection.client.GET('/executions/{execution_id}/logs', {
      params: {
        path: { execution_id: id },
        query: { follow: 'true', task, timestamps },
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
      if (error instanceof EventTooLarge)
        throw new UnusableGateway(`the log of ${this.#connection.url} is not a Flowgate log.`);
      throw signal.aborted ? error : UnusableGateway.unreachable(this.#connection.url, error);
    }
  }

  /** Retries after a broken connection; the idempotency key ensures that only one execution starts. */
  async #start(
    idempotencyKey: string = crypto.randomUUID(),
    call: (header: { readonly 'Idempotency-Key': string }) => Promise<{ readonly data?: Schema<'Execution'> }>,
  ): Promise<Schema<'Execution'>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#execution(call({ 'Idempotency-Key': idempotencyKey }));
      } catch (error) {
        if (!(error instanceof UnusableGateway) || !error.isCutOff || attempt === maxAttempts) throw error;
        await sleep(retryDelayMilliseconds);
      }
    }
  }

  #execution(call: Promise<{ readonly data?: Schema<'Execution'> }>): Promise<Schema<'Execution'>> {
    return this.#connection.body(call, ['id', 'state', 'createdAt']);
  }

  #piecesOf({ body }: Response): AsyncIterable<Uint8Array> {
    if (body === null) throw this.#connection.notFlowgate();
    return body as AsyncIterable<Uint8Array>; // Node.js streams are iterable
  }
}

const maxAttempts = 5;
const retryDelayMilliseconds = 500;

// A log can be a single line of any length.
const maxLine = 64 * 1024;

/** Yields complete lines, so that no escape sequence is cut; splits only lines longer than `maxLine`. */
async function* wholeLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    const end = rest.length > maxLine ? rest.length : rest.lastIndexOf('\n') + 1;
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { openFileForm } from './file-form.ts';
import { pathOf } from './flow-client.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { UnusableGateway } from './gateway-error.ts';

/** An execution as a gateway tells it; in a list without its tasks. */
export interface ExecutionAnswer
  extends
    Pick<ExecutionRecord, 'id' | 'state' | 'actor' | 'messages' | 'waiting'>,
    Partial<Pick<ExecutionRecord, 'tasks' | 'revision' | 'reason' | 'trouble' | 'build' | 'outputs'>> {
  readonly namespace: string;
  readonly flowId: string;
  /** ISO 8601 in UTC, like the others. */
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** What an execution is asked for with. */
export interface RunBody {
  readonly inputs: JsonObject;
  readonly revision?: number;
  readonly labels?: Readonly<Record<string, string>>;
}

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
    return new URL(executionPath(id), this.#connection.url).href;
  }

  async inputsOf(flow: FlowKey, revision?: number): Promise<InputProperties> {
    const answer = await this.#connection.send(
      'GET',
      `${pathOf(flow)}/schema${revision === undefined ? '' : `?revision=${revision}`}`,
    );
    return (await this.#connection.json<{ properties: InputProperties }>(answer, ['properties'])).properties;
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
    const { contentType, body, close } = await openFileForm(files);
    try {
      const path = `${pathOf(flow)}/files${revision === undefined ? '' : `?revision=${revision}`}`;
      // However long it takes.
      const answer = await this.#connection.send('POST', path, {
        headers: { 'content-type': contentType },
        body,
        signal: new AbortController().signal,
      });
      const uploads = (
        await this.#connection.json<{ files: readonly { input_id: string; reference: string }[] }>(answer, ['files'])
      ).files;
      return Object.fromEntries(uploads.map(({ input_id: id, reference }) => [id, reference]));
    } finally {
      await close();
    }
  }

  run(flow: FlowKey, body: RunBody, idempotencyKey?: string): Promise<ExecutionAnswer> {
    return this.#start(`${pathOf(flow)}/executions`, body, idempotencyKey);
  }

  /** @param body what shall be other than in the execution that is repeated */
  replay(id: string, body: Partial<RunBody>, idempotencyKey?: string): Promise<ExecutionAnswer> {
    return this.#start(`${executionPath(id)}/replay`, body, idempotencyKey);
  }

  async read(id: string): Promise<ExecutionAnswer> {
    return this.#execution(await this.#connection.send('GET', executionPath(id)));
  }

  async stop(id: string): Promise<ExecutionAnswer> {
    return this.#execution(await this.#connection.send('POST', `${executionPath(id)}/stop`));
  }

  /** The newest first. @param query parameters of `GET /executions` @param most how many at the most */
  list(query: URLSearchParams, most: number): AsyncGenerator<ExecutionAnswer> {
    return this.#connection.pages('executions', 'executions', query, most);
  }

  /** The log as far as it goes, in pieces as they come. */
  async log(
    id: string,
    options: { readonly task?: string; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>> {
    const { task, signal } = options;
    return this.#bodyOf(
      await this.#connection.send('GET', logPath(id, { task }), { headers: { accept: 'text/plain' }, signal }),
    );
  }

  /**
   * The log as it is written: an event for each line, at last `end`.
   * @param lastId the id of the last event that was received, `''` for none
   */
  async *events(
    id: string,
    options: { readonly task?: string; readonly lastId: string; readonly signal: AbortSignal },
  ): AsyncGenerator<ServerEvent> {
    const { task, lastId, signal } = options;
    const headers = { accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) };
    const answer = await this.#connection.send('GET', logPath(id, { follow: 'true', task }), { headers, signal });
    try {
      yield* readEvents(this.#bodyOf(answer));
    } catch (error) {
      throw signal.aborted ? error : UnusableGateway.unreachable(this.#connection.url, error);
    }
  }

  /** Asks again where a connection broke: under the same key it stays one execution. */
  async #start(path: string, body: Partial<RunBody>, idempotencyKey: string = randomUUID()): Promise<ExecutionAnswer> {
    const request = {
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#execution(await this.#connection.send('POST', path, request));
      } catch (error) {
        if (!(error instanceof UnusableGateway) || !error.isCutOff || attempt === maxAttempts) throw error;
        await sleep(pauseMilliseconds);
      }
    }
  }

  #execution(answer: Response): Promise<ExecutionAnswer> {
    return this.#connection.json<ExecutionAnswer>(answer, ['id', 'state', 'createdAt']);
  }

  #bodyOf(answer: Response): AsyncIterable<Uint8Array> {
    if (answer.body === null) throw this.#connection.foreign();
    return answer.body as AsyncIterable<Uint8Array>; // Node's streams can be iterated
  }
}

const maxAttempts = 5;
const pauseMilliseconds = 500;

function executionPath(id: string): string {
  return `executions/${encodeURIComponent(id)}`;
}

function logPath(id: string, { follow, task }: { readonly follow?: string; readonly task?: string }): string {
  const query = new URLSearchParams({ ...(follow !== undefined && { follow }), ...(task !== undefined && { task }) });
  return `${executionPath(id)}/logs?${query}`;
}

import type { FlowgateClient } from './flowgate-client.ts';
import type { Schema } from './operation-types.ts';
import { RequestRejected } from './request-rejected.ts';
import { pause } from './retrying-fetch.ts';

type Record = Schema<'Execution'>;

export interface WaitOptions {
  /** Ends the wait with its reason; the execution continues. `AbortSignal.timeout(60_000)` limits it to a minute. */
  readonly signal?: AbortSignal;
  /** Whether FAILED and KILLED reject; default: true. WARNING never does. */
  readonly check?: boolean;
}

const finalStates: readonly Record['state'][] = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'];
const firstPoll = 200;
const maxPoll = 5_000;

/** An execution as it was when it was last read; `wait` and `refresh` read it again. */
export class FlowgateExecution {
  readonly #api: FlowgateClient;
  readonly #server: string;
  /** All fields of the execution. */
  record: Record;

  /** @param server the URL of Flowgate */
  constructor(api: FlowgateClient, server: string, record: Record) {
    this.#api = api;
    this.#server = server;
    this.record = record;
  }

  get id(): string {
    return this.record.id;
  }

  /** The flow, as `namespace/id`. */
  get flow(): string {
    return `${this.record.namespace}/${this.record.flowId}`;
  }

  /** Its page in the console. */
  get url(): string {
    return `${this.#server}/ui/executions/${this.id}`;
  }

  get state(): Record['state'] {
    return this.record.state;
  }

  get hasEnded(): boolean {
    return finalStates.includes(this.state);
  }

  /** Why it did not succeed. */
  get reason(): string | undefined {
    return this.record.reason;
  }

  /** Values by output id; empty until the end. */
  get outputs(): NonNullable<Record['outputs']> {
    return this.record.outputs ?? {};
  }

  async refresh(): Promise<this> {
    this.record = accepted(await this.#api.GET('/executions/{execution_id}', this.#params));
    return this;
  }

  /** Waits for the end. @throws {ExecutionFailed} if it ends as FAILED or KILLED @throws the reason of the signal */
  async wait({ signal, check = true }: WaitOptions = {}): Promise<this> {
    for (let delay = firstPoll; !(await this.refresh()).hasEnded; delay = Math.min(delay * 1.5, maxPoll))
      await pause(delay, signal);
    if (check && (this.state === 'FAILED' || this.state === 'KILLED')) throw new ExecutionFailed(this);
    return this;
  }

  /** Asks for a stop; `wait` waits until its final tasks have run. */
  async stop(): Promise<this> {
    this.record = accepted(await this.#api.POST('/executions/{execution_id}/stop', this.#params));
    return this;
  }

  /** The log so far. @param task only the log of the task with this path */
  async log(task?: string): Promise<string> {
    const { path } = this.#params.params;
    const options = { params: { path, query: { task } }, headers: { accept: 'text/plain' }, parseAs: 'text' as const };
    return accepted(await this.#api.GET('/executions/{execution_id}/logs', options));
  }

  get #params() {
    return { params: { path: { execution_id: this.id } } };
  }
}

/** Thrown when an execution ends as FAILED or KILLED. */
export class ExecutionFailed extends Error {
  readonly execution: FlowgateExecution;

  constructor(execution: FlowgateExecution) {
    const { flow, state, reason = 'no reason is known', url } = execution;
    super(`${flow} ${state}: ${reason} (${url})`);
    this.name = 'ExecutionFailed';
    this.execution = execution;
  }
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer. @throws {RequestRejected} */
export function accepted<Data>({ data, error, response }: Answer<Data>): Data {
  if (data === undefined) throw new RequestRejected(response.status, error);
  return data;
}

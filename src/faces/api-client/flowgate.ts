import { createFlowgateClient, type FlowgateClient } from './flowgate-client.ts';
import { accepted, FlowgateExecution } from './flowgate-execution.ts';
import type { Schema } from './operation-types.ts';
import { retryingFetch } from './retrying-fetch.ts';

export { createFlowgateClient } from './flowgate-client.ts';
export { ExecutionFailed } from './flowgate-execution.ts';
export { RequestRejected } from './request-rejected.ts';
export type { FlowgateClient, FlowgateClientOptions } from './flowgate-client.ts';
export type { FlowgateExecution, WaitOptions } from './flowgate-execution.ts';
export type { Schema } from './operation-types.ts';

export interface FlowgateOptions {
  /** The URL of Flowgate, including its base path. */
  readonly url: string | URL;
  /** An API token. */
  readonly token?: string;
  /** The user id, for a server that trusts this machine. */
  readonly user?: string;
  /** How long requests are retried while the server cannot be reached or is busy; default: 60. */
  readonly retrySeconds?: number;
  /** Sends a request; default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface RunOptions {
  /** Default: the latest revision. */
  readonly revision?: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Requests with the same key start one execution; default: a new key for each call. */
  readonly idempotencyKey?: string;
}

/**
 * A Flowgate server, for programs that run flows. Methods throw `RequestRejected`, or the error of `fetch` if the server
 * cannot be reached.
 */
export class Flowgate {
  /** A call for each method and path of openapi.yaml. */
  readonly api: FlowgateClient;
  readonly #server: string;

  /** @throws {TypeError} without an HTTP or HTTPS URL */
  constructor(options: FlowgateOptions) {
    // JavaScript may pass nothing.
    const { url, token, user, retrySeconds = 60, fetch: send = (request: Request) => fetch(request) } = { ...options };
    this.#server = serverOf(url);
    this.api = createFlowgateClient({
      baseUrl: this.#server,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(user && { 'x-oidc-sub': user }) },
      fetch: retryingFetch(send, retrySeconds * 1000),
    });
  }

  /**
   * Starts an execution.
   * @param flow as `namespace/id`
   * @param inputs values by input id; a Blob or a File is uploaded
   */
  async run(
    flow: string,
    inputs: Readonly<Record<string, unknown>> = {},
    { revision, labels, idempotencyKey = crypto.randomUUID() }: RunOptions = {},
  ): Promise<FlowgateExecution> {
    const path = flowPath(flow);
    const values = { ...inputs, ...(await this.#upload(path, inputs, revision)) };
    const answer = await this.api.POST('/flows/{namespace}/{flow_id}/executions', {
      params: { path, header: { 'Idempotency-Key': idempotencyKey } },
      body: {
        inputs: values as NonNullable<Schema<'RunRequest'>['inputs']>, // as JSON
        ...(revision !== undefined && { revision }),
        ...(labels && { labels }),
      },
    });
    return new FlowgateExecution(this.api, this.#server, accepted(answer));
  }

  /** An execution that was started before. */
  async execution(id: string): Promise<FlowgateExecution> {
    const answer = await this.api.GET('/executions/{execution_id}', { params: { path: { execution_id: id } } });
    return new FlowgateExecution(this.api, this.#server, accepted(answer));
  }

  /** Uploads the files among the values, and returns references to them by input id. */
  async #upload(
    path: ReturnType<typeof flowPath>,
    inputs: Readonly<Record<string, unknown>>,
    revision: number | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    const form = new FormData();
    for (const [id, value] of Object.entries(inputs)) if (value instanceof Blob) form.append(id, value);
    if ([...form.keys()].length === 0) return {};
    const answer = await this.api.POST('/flows/{namespace}/{flow_id}/files', {
      params: { path, query: { revision } },
      body: {},
      bodySerializer: () => form,
    });
    return Object.fromEntries(accepted(answer).files.map(({ input_id: id, reference }) => [id, reference]));
  }
}

/** The URL of the server, without a slash at the end. @throws {TypeError} */
function serverOf(url: string | URL | undefined): string {
  if (url === undefined || url === '')
    throw new TypeError("the URL of Flowgate is missing: new Flowgate({ url: 'https://flowgate.example' })");
  if (!/^https?:\/\/./i.test(String(url)) || !URL.canParse(String(url)))
    throw new TypeError(`the URL of Flowgate must start with http:// or https://, not ${JSON.stringify(String(url))}`);
  return String(url).replace(/\/+$/, '');
}

function flowPath(flow: string) {
  const [namespace = '', id = '', ...rest] = flow.split('/');
  if (namespace === '' || id === '' || rest.length > 0)
    throw new TypeError(`a flow is named namespace/id, not ${JSON.stringify(flow)}`);
  return { namespace, flow_id: id };
}

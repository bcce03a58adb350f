import createClient, { type Client } from 'openapi-fetch';
import { readJsonWith, writeJson } from '../../base/text/exact-json.ts';
import { holding, type Send } from './hold-request.ts';
import type { paths } from './openapi-types.ts';

/** A client with one call for each method and path of openapi.yaml: `client.GET('/flows', { params: ... })`. */
export type FlowgateClient = Client<paths>;

export interface FlowgateClientOptions {
  /** The URL of Flowgate, including its base path. */
  readonly baseUrl: string | URL;
  /** Headers of every request, such as `authorization` or `x-oidc-sub`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a request; default: the global `fetch`. */
  readonly fetch?: Send;
  /**
   * The value of a number in an answer that JavaScript cannot represent, from how it was written; default: a bigint for
   * an integer, and the nearest number otherwise.
   */
  readonly readNumber?: (digits: string) => unknown;
}

/**
 * Creates a client whose parameters, bodies and responses have the types of openapi.yaml. A call resolves with `data`,
 * or with `error` for an RFC 9457 problem. Strings and bytes are sent unchanged and require a `content-type`.
 */
export function createFlowgateClient({
  baseUrl,
  headers,
  fetch: send = (request) => fetch(request),
  readNumber = nearestNumber,
}: FlowgateClientOptions): FlowgateClient {
  const client = createClient<paths>({
    baseUrl: String(baseUrl),
    headers,
    fetch: holding(send),
    pathSerializer: filledPath,
    bodySerializer: (body: unknown) => (isReady(body) ? body : writeJson(body)),
  });
  return { ...client, ...exactCalls(client, readNumber) };
}

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
type Call = (path: string, options?: CallOptions) => Promise<{ readonly data?: unknown }>;
interface CallOptions {
  readonly parseAs?: string;
}

/** The calls of a client, which read JSON here: the client itself would change large numbers. */
function exactCalls(client: FlowgateClient, readNumber: (digits: string) => unknown): Partial<FlowgateClient> {
  const calls = methods.map((method) => {
    const call = client[method] as unknown as Call; // for any path
    const exact: Call = async (path, options = {}) => {
      const { parseAs = 'json' } = options;
      const answer = await call(path, { ...options, parseAs: parseAs === 'json' ? 'text' : parseAs });
      const isJson = parseAs === 'json' && typeof answer.data === 'string';
      return isJson
        ? { ...answer, data: answer.data === '' ? undefined : readJsonWith(answer.data, readNumber) }
        : answer;
    };
    return [method, exact] as const;
  });
  return Object.fromEntries(calls) as Partial<FlowgateClient>; // with the same types
}

function nearestNumber(digits: string): unknown {
  const number = Number(digits);
  return Number.isSafeInteger(number) || !/^-?[0-9]+$/.test(digits) ? number : BigInt(digits);
}

function isReady(body: unknown): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData || body instanceof Blob;
}

/** `{path}*` keeps its slashes. */
function filledPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{([^}]+)\}(\*?)/g, (_, name: string, star: string) => {
    const value = String(parameters[name]);
    return star === '' ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
  });
}

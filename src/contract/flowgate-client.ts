import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi-types.ts';

/** Calls of a running Flowgate, one for each method and path of openapi.yaml: `client.GET('/flows', { params: ... })`. */
export type FlowgateClient = Client<paths>;

export interface FlowgateClientOptions {
  /** Where Flowgate is, with its base path. */
  readonly baseUrl: string | URL;
  /** Of every request, such as `authorization` or `x-oidc-sub`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a request; the global `fetch` when absent. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client whose parameters, bodies and answers have the types of openapi.yaml. A call resolves with `data`, or with
 * `error` for a rejection, an RFC 9457 problem. A body that is text or bytes is sent as it is: name its `content-type`.
 */
export function createFlowgateClient({ baseUrl, headers, fetch }: FlowgateClientOptions): FlowgateClient {
  return createClient<paths>({
    baseUrl: String(baseUrl),
    headers,
    ...(fetch && { fetch }),
    pathSerializer: filledPath,
    bodySerializer: (body: unknown) => (isReady(body) ? body : JSON.stringify(body)),
  });
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

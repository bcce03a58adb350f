import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi-types.ts';

/** A client with one call for each method and path of openapi.yaml: `client.GET('/flows', { params: ... })`. */
export type FlowgateClient = Client<paths>;

export interface FlowgateClientOptions {
  /** The URL of Flowgate, including its base path. */
  readonly baseUrl: string | URL;
  /** Headers of every request, such as `authorization` or `x-oidc-sub`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a request; default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client whose parameters, bodies and responses have the types of openapi.yaml. A call resolves with `data`,
 * or with `error` for an RFC 9457 problem. Strings and bytes are sent unchanged and require a `content-type`.
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

/** A completed request in the log. */
export interface RequestRecord {
  readonly req: {
    readonly id: string;
    readonly method: string;
    /** Without secrets, such as tokens and keys. */
    readonly url: string;
    readonly remoteAddress?: string;
  };
  readonly res: { readonly statusCode: number };
  /** In milliseconds. */
  readonly responseTime: number;
  /** Undefined if the request was not authenticated. */
  readonly actor?: string;
  /** Undefined when tracing is disabled. */
  readonly traceId?: string | undefined;
  /** Why the request failed. */
  readonly err?: Error;
}

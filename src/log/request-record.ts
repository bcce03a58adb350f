/** What the log says of a request when it is answered. */
export interface RequestRecord {
  readonly req: {
    readonly id: string;
    readonly method: string;
    /** Without what would let its reader do what the client may. */
    readonly url: string;
    readonly remoteAddress?: string;
  };
  readonly res: { readonly statusCode: number };
  /** In milliseconds. */
  readonly responseTime: number;
  /** Absent where nobody had to say who they are. */
  readonly actor?: string;
  /** Why it could not be served. */
  readonly err?: Error;
}

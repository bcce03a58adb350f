/** `denied`: the caller lacked a right; after `failed` it is unknown whether anything changed. */
export type AuditOutcome = 'done' | 'refused' | 'denied' | 'failed';

/** An action that a caller performed or attempted, and its target. Contains no input values, secret or not. */
export interface AuditEvent {
  /** The `sub` of the user; for API tokens and triggers, a word and a colon before the name. */
  readonly actor: string;
  /** The API token that was used, created or revoked. */
  readonly tokenId?: string;
  /** The name of the API token that was created or revoked. */
  readonly tokenName?: string;
  /** The operation of openapi.yaml, such as `runFlow`; `purgeFlow` for a deletion with `purge`; `readSecret`. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The error code of a rejection. */
  readonly code?: string;
  readonly namespace?: string;
  readonly flowId?: string;
  /** The revision that was created, or requested. */
  readonly revision?: number;
  readonly executionId?: string;
  readonly triggerId?: string;
  /** What was decided, sent or read, such as `release: APPROVE` or `vault:web/deploy#token`. */
  readonly detail?: string;
  /** The surface that the caller used; absent for the HTTP API. */
  readonly via?: 'mcp';
  /** The same as in `X-Request-Id` and in the log. */
  readonly requestId: string;
  /** The client's address, as reported by the trusted proxies. */
  readonly address?: string;
}

export interface AuditEntry extends AuditEvent {
  /** Sorts by time; also the cursor of a page that ends here. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface AuditQuery {
  readonly namespace?: string;
  readonly flowId?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly outcome?: AuditOutcome;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly limit: number;
  /** The ID of the last entry of the previous page. */
  readonly after?: string;
  /** Whether the caller may see an entry. */
  readonly isShown?: (event: AuditEvent) => boolean;
}

export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  /** Absent on the last page. A page may contain fewer entries than `limit` although more follow. */
  readonly next?: string;
}

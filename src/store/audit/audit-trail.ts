/** `denied` is a rejection for want of a right; after `failed` nobody knows whether something was changed. */
export type AuditOutcome = 'done' | 'refused' | 'denied' | 'failed';

/** What somebody did, or wanted to do, and to what. It holds no values, whether secret or not. */
export interface AuditEvent {
  /** The `sub` of the user; what acted by itself has a word with a colon before its name. */
  readonly actor: string;
  /** The operation of openapi.yaml, such as `runFlow`; `purgeFlow` for a deletion that leaves nothing. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** Of the HTTP answer. */
  readonly status: number;
  /** The code of the rejection. */
  readonly code?: string;
  readonly namespace?: string;
  readonly flowId?: string;
  /** The one that was made, or that was asked for. */
  readonly revision?: number;
  readonly executionId?: string;
  readonly triggerId?: string;
  /** As in `X-Request-Id` and in the log. */
  readonly requestId: string;
  /** The client's, as the trusted proxies tell it. */
  readonly address?: string;
}

export interface AuditEntry extends AuditEvent {
  /** Sorts by time; the cursor of a page that ends here. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface AuditQuery {
  readonly namespace?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly after?: string;
  /** Whether somebody may see an entry. */
  readonly isShown?: (event: AuditEvent) => boolean;
}

export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  /** Absent on the last page. A page may hold fewer entries than asked for and still have one. */
  readonly next?: string;
}

/** Who did what, when, to what and with which outcome. Entries are added and never changed; old ones go. */
export interface AuditTrail {
  /** Adds all of them in one step, in this order. @throws {AppError} store-unavailable */
  append(events: readonly AuditEvent[]): Promise<void>;
  /** Costs by the page, not by the length of the trail. @throws {AppError} store-unavailable */
  list(query: AuditQuery): Promise<AuditPage>;
}

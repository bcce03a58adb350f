import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowRevision, FlowSchedule, RevisionSource, FlowSummary, RevisionEntry } from './flow-revision.ts';

/**
 * Keeps every revision of every flow.
 *
 * Each change is one atomic step: a revision exists with its source, its entry and its place in every list, or not at
 * all. Revisions of a flow count from 1 without gaps, however many write at once. A change that was answered is on
 * disk as far as the Redis behind it promises. Deleting keeps the history; purging removes everything.
 *
 * Every method throws AppError `store-unavailable` at once while the store cannot be reached.
 */
export interface RevisionStore {
  /** Makes revision 1. */
  create(write: RevisionWrite): Promise<CreateOutcome>;
  /** Makes a further revision, unless the source is that of the latest one. */
  update(write: RevisionWrite): Promise<UpdateOutcome>;
  /** Makes a further revision in any case, and brings a deleted flow back. */
  restore(write: RevisionWrite & { readonly restoredFrom: number }): Promise<UpdateOutcome>;
  /** Hides a flow from lists; its revisions stay readable. */
  delete(removal: Removal): Promise<RemovalOutcome>;
  /** Removes a flow, deleted or not, with its history; its id is free again and counts from 1. */
  purge(removal: Removal): Promise<RemovalOutcome>;
  /**
   * The latest revision, or the one asked for; also of a deleted flow.
   * The summary alone when the flow has no such revision, undefined when there is no such flow.
   */
  read(key: FlowKey, revision?: number): Promise<FlowRevision | { readonly flow: FlowSummary } | undefined>;
  /** Up to `limit` entries, the newest first, beginning below revision `before`; none when there is no such flow. */
  revisions(
    key: FlowKey,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly RevisionEntry[]>;
  list(query: FlowQuery): Promise<FlowPage>;
  /** For each key in turn the flows that the latest revision of that flow calls and that call it; deleted flows call none. */
  links(keys: readonly FlowKey[]): Promise<readonly FlowLinks[]>;
  /** Every flow whose latest revision starts by the clock; deleted flows do not. */
  schedules(): Promise<readonly ScheduledFlow[]>;
  /** Throws when the store cannot be reached. */
  ping(): Promise<void>;
}

export interface RevisionWrite {
  readonly key: FlowKey;
  readonly source: RevisionSource;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The flows that this one calls, each once. */
  readonly calls: readonly FlowKey[];
  /** When the flow starts by the clock; none for a flow that is disabled. */
  readonly schedules: readonly FlowSchedule[];
  readonly actor: string;
  readonly time: Date;
  /** A change is rejected unless the latest revision is one of these; anything goes when absent. */
  readonly expected?: readonly number[];
}

export interface ScheduledFlow {
  readonly flow: FlowKey;
  readonly schedules: readonly FlowSchedule[];
}

/** What a flow has to do with others; read from an index, never from sources. */
export interface FlowLinks {
  /** Absent when there is no such flow. */
  readonly flow?: FlowSummary;
  readonly calls: readonly FlowKey[];
  /** By namespace and id; of very many the beginning. */
  readonly calledBy: readonly FlowKey[];
}

export type CreateOutcome =
  | { readonly outcome: 'stored'; readonly revision: number }
  /** The flow is there, or was there and is deleted; `revision` is its latest one. */
  | { readonly outcome: 'exists' | 'deleted'; readonly revision: number };

export type UpdateOutcome = { readonly outcome: 'stored'; readonly revision: number } | Rejection;

export interface Removal {
  readonly key: FlowKey;
  readonly actor: string;
  readonly time: Date;
  readonly expected?: readonly number[];
}

export type RemovalOutcome = { readonly outcome: 'removed'; readonly revision: number } | Rejection;

export type Rejection =
  | { readonly outcome: 'missing' }
  /** The flow was deleted; `revision` is its last one. */
  | { readonly outcome: 'deleted'; readonly revision: number }
  /** The latest revision, which is not among the expected ones. */
  | { readonly outcome: 'stale'; readonly revision: number };

export const flowOrders = ['namespace', 'id', 'updated'] as const;
/** `namespace` orders by namespace and id, `id` by id and namespace, `updated` by the time of the last change. */
export type FlowOrder = (typeof flowOrders)[number];

export interface FlowQuery {
  readonly namespace?: string;
  /** The beginning of an id or of a namespace. */
  readonly prefix?: string;
  /** All of them must be there. */
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  /** Lists the deleted flows instead of the others. */
  readonly deleted: boolean;
  /** Leaves out every flow for which it does not hold. */
  readonly isShown?: (key: FlowKey) => boolean;
  readonly order: FlowOrder;
  readonly descending: boolean;
  readonly limit: number;
  /** Where the page before ended, from its `next`. */
  readonly after?: FlowCursor;
}

export interface FlowPage {
  /**
   * In the order asked for; with a prefix, the flows that match by the order's own word come first.
   * A page can hold less than `limit` although more follow: a search that matches little ends its turn after a while.
   */
  readonly flows: readonly FlowSummary[];
  /** Absent on the last page. */
  readonly next?: FlowCursor;
}

/** A place in the list of a query: which of its index ranges, and the last member that was looked at. */
export interface FlowCursor {
  readonly range: number;
  readonly member: string;
}

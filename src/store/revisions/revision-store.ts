import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSchedule, FlowSummary, FlowTask, FoundFlow, RevisionSource } from './flow-revision.ts';
import type { NamespaceOwner, RepositoryCommit } from './namespace-owner.ts';

export interface RevisionWrite {
  readonly key: FlowKey;
  readonly source: RevisionSource;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The flows that this one calls, each once. */
  readonly calls: readonly FlowKey[];
  /** The schedules of the flow; none if the flow is disabled. */
  readonly schedules: readonly FlowSchedule[];
  readonly disabled: boolean;
  /** All of its tasks, for searches. */
  readonly tasks: readonly FlowTask[];
  readonly actor: string;
  readonly time: Date;
  /** The commit that the change comes from, if it comes from a repository. */
  readonly commit?: RepositoryCommit;
  /** The change is rejected unless the latest revision is one of these; any revision by default. */
  readonly expected?: readonly number[];
}

export interface ScheduledFlow {
  readonly flow: FlowKey;
  readonly schedules: readonly FlowSchedule[];
}

/** The calls between a flow and others; read from an index, never from sources. */
export interface FlowLinks {
  /** Absent if the flow does not exist. */
  readonly flow?: FlowSummary;
  readonly calls: readonly FlowKey[];
  /** Sorted by namespace and id; only the first ones if there are very many. */
  readonly calledBy: readonly FlowKey[];
}

export type CreateOutcome =
  | { readonly outcome: 'stored'; readonly revision: number }
  /** The flow exists, or existed and is deleted; `revision` is its latest one. */
  | { readonly outcome: 'exists' | 'deleted'; readonly revision: number }
  | OwnedRejection;

export type UpdateOutcome = { readonly outcome: 'stored'; readonly revision: number } | Rejection;

export interface Removal {
  readonly key: FlowKey;
  readonly actor: string;
  readonly time: Date;
  readonly commit?: RepositoryCommit;
  readonly expected?: readonly number[];
}

export type RemovalOutcome = { readonly outcome: 'removed'; readonly revision: number } | Rejection;

/** Another repository, or any if the change comes from none, owns the namespace. */
interface OwnedRejection {
  readonly outcome: 'owned';
  readonly owner: NamespaceOwner;
}

export type Rejection =
  | OwnedRejection
  | { readonly outcome: 'missing' }
  /** The flow was deleted; `revision` is its last one. */
  | { readonly outcome: 'deleted'; readonly revision: number }
  /** The latest revision, which is not one of the expected ones. */
  | { readonly outcome: 'stale'; readonly revision: number };

export const flowOrders = ['namespace', 'id', 'updated'] as const;
/** `namespace` orders by namespace and id, `id` by id and namespace, `updated` by the time of the last change. */
export type FlowOrder = (typeof flowOrders)[number];

export interface FlowQuery {
  readonly namespace?: string;
  /** The beginning of an id or of a namespace. */
  readonly prefix?: string;
  /** Each of them must be part of an id, the namespace, the description, a label, or the id or type of a task. */
  readonly words?: readonly string[];
  /** All of them must be present. */
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  /** Lists only deleted flows. */
  readonly deleted: boolean;
  /** Leaves out every flow for which it returns false. */
  readonly isShown?: (key: FlowKey) => boolean;
  readonly order: FlowOrder;
  readonly descending: boolean;
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: FlowCursor;
}

export interface FlowPage {
  /**
   * In the requested order; with a prefix and without words, the flows whose first sort field matches come first.
   * A page can contain fewer than `limit` flows although more follow: a search with few matches stops after a while.
   */
  readonly flows: readonly FoundFlow[];
  /** Absent on the last page. */
  readonly next?: FlowCursor;
}

/** A position in the results of a query: the index range, and the last member read. */
export interface FlowCursor {
  readonly range: number;
  readonly member: string;
}

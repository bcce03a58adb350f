import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NamespaceOwner, RepositoryCommit } from './namespace-owner.ts';

/** A trigger that starts a flow on schedule. */
export interface FlowSchedule {
  readonly triggerId: string;
  /** Five fields, or a short name such as `@daily`. */
  readonly cron: string;
  /** A name from the time zone database. */
  readonly timezone: string;
}

/** The document of a flow, byte for byte as it was sent. */
export interface RevisionSource {
  readonly bytes: Buffer;
  /** The media type of the request, without parameters: `application/x-yaml`. */
  readonly mediaType: string;
  readonly format: 'yaml' | 'json';
}

/** Who created a revision, when, and from what, such as a commit; everything except the source itself. */
export interface RevisionEntry extends Partial<RepositoryCommit> {
  readonly revision: number;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** The `sub` of the user. */
  readonly createdBy: string;
  readonly mediaType: string;
  readonly format: 'yaml' | 'json';
  /** The size of the source, in bytes. */
  readonly size: number;
  /** The digest of the source, in hexadecimal. */
  readonly sha256: string;
  /** The revision that this one restored. */
  readonly restoredFrom?: number;
}

/** A flow without its source; description and labels are those of the latest revision. */
export interface FlowSummary extends FlowKey {
  /** The latest revision. */
  readonly revision: number;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  /** Whether the flow cannot run; undefined if version 0.1.0 stored it. */
  readonly disabled?: boolean;
  /** None if the flow is disabled. */
  readonly schedules: readonly FlowSchedule[];
  /** Present for a deleted flow that can be restored. */
  readonly deletion?: { readonly at: string; readonly by: string };
}

/** A flow that a search has found. */
export interface FoundFlow extends FlowSummary {
  /** Where the words are: at most three places. Undefined without a search. */
  readonly matches?: readonly FlowMatch[];
}

/** A part of a flow that contains a word. */
export interface FlowMatch {
  readonly in: 'id' | 'namespace' | 'description' | 'label' | 'task' | 'task-type';
  readonly text: string;
}

/** A task of a flow, in a block or not. */
export interface FlowTask {
  readonly id: string;
  readonly type: string;
}

/** One revision of a flow with its source and the current state of the flow. */
export interface FlowRevision {
  readonly flow: FlowSummary;
  /** The owner of the namespace, now. */
  readonly owner?: NamespaceOwner;
  readonly entry: RevisionEntry;
  readonly source: RevisionSource;
}

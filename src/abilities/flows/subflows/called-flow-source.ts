import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { FlowSummary, RevisionEntry, RevisionSource } from '../../../store/revisions/flow-revision.ts';

/** Where called flows are found: the revision store, or files. */
export interface CalledFlowSource {
  /**
   * The latest revision, or the requested one. Returns only the summary if the flow does not have the revision, and
   * undefined if the flow does not exist.
   */
  read(key: FlowKey, revision?: number): Promise<FoundRevision | undefined>;
}

export type FoundRevision =
  | { readonly flow: FoundSummary }
  | {
      readonly flow: FoundSummary;
      readonly entry: Pick<RevisionEntry, 'revision'>;
      readonly source: Pick<RevisionSource, 'bytes' | 'format'>;
    };

type FoundSummary = Pick<FlowSummary, 'revision' | 'deletion'>;

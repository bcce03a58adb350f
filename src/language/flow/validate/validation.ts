import type { Problem } from '../../../problem/problem.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { TimeBudget } from '../../patterns/time-budget.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import type { Declarations } from './declarations.ts';
import type { PlacedReferences } from './validate-references.ts';

/** What every part of the validation shares. */
export interface Validation {
  readonly draft: FlowDraft;
  readonly references: readonly PlacedReferences[];
  readonly declarations: Declarations;
  /** The time for patterns and schemas of the author. */
  readonly budget: TimeBudget;
  /** See TaskContext. */
  readonly vendor: string;
  readonly prefix: string;
  readonly recordingService?: boolean;
  readonly suggestions: Suggestions;
  /** Where the parts put what they find. */
  readonly problems: Problem[];
}

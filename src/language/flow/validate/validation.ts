import type { Problem } from '../../../problem/problem.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { TimeBudget } from '../../safe-patterns/time-budget.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import type { Declarations } from './declarations.ts';
import type { PlacedReferences } from './validate-references.ts';

/** What all parts of the validation share. */
export interface Validation {
  readonly draft: FlowDraft;
  readonly references: readonly PlacedReferences[];
  readonly declarations: Declarations;
  /** The time budget for the author's patterns and schemas. */
  readonly budget: TimeBudget;
  /** See TaskContext. */
  readonly vendor: string;
  readonly prefix: string;
  /** See CheckFlowOptions. */
  readonly taskSettings?: Readonly<Record<string, string>>;
  readonly suggestions: Suggestions;
  /** Each part adds its problems here. */
  readonly problems: Problem[];
}

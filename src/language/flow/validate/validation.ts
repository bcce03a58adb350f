import type { Problem } from '../../../base/problem/problem.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import type { SecretReference } from '../../input-types/secret-reference.ts';
import type { TimeBudget } from '../../safe-patterns/time-budget.ts';
import type { FlowDraft, TextReferences } from '../flow-draft.ts';
import type { FlowNeeds, PlaceProblem } from '../flow-needs.ts';
import type { LockProblem } from '../lock.ts';
import type { Declarations, Viewpoint } from './declarations.ts';

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
  /** See CheckFlowOptions. */
  readonly receivers?: (namespace: string) => readonly string[];
  /** See CheckFlowOptions. */
  readonly secretProblem?: (namespace: string, reference: SecretReference) => string | undefined;
  /** See CheckFlowOptions. */
  readonly hasForge?: (namespace: string) => boolean;
  /** See CheckFlowOptions. */
  readonly lockProblem?: LockProblem;
  readonly placeProblem?: (needs: FlowNeeds) => PlaceProblem | undefined;
  readonly suggestions: Suggestions;
  /** Each part adds its problems here. */
  readonly problems: Problem[];
}

/** The references in one string, with the string's path in the document. */
export interface PlacedReferences extends TextReferences {
  readonly viewpoint: Viewpoint;
}

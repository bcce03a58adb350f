import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import type { Scope } from './scope.ts';

/** A value as a template, with what is not quite the same. */
export interface WrittenValue {
  readonly text: string;
  readonly differs: readonly string[];
}

export type ToText = (expression: Expression, scope: Scope) => WrittenValue | ByHand;

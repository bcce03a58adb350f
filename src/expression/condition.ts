import type { TextRange } from '../problem/problem.ts';
import type { Reference } from './reference.ts';

/**
 * A condition (run_if, depends_on.condition, checks.condition) as a tree (DESIGN 4).
 * Ranges are offsets into the condition's source text.
 */
export type Condition =
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly range: TextRange }
  | { readonly kind: 'list'; readonly items: readonly Condition[]; readonly range: TextRange }
  | { readonly kind: 'reference'; readonly reference: Reference; readonly range: TextRange }
  | { readonly kind: 'not'; readonly operand: Condition; readonly range: TextRange }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Condition;
      readonly right: Condition;
      readonly range: TextRange;
    }
  /** `x is empty`, `x is not empty` */
  | { readonly kind: 'empty'; readonly operand: Condition; readonly negated: boolean; readonly range: TextRange };

export type LiteralValue = string | number | boolean | null;

export type BinaryOperator = 'and' | 'or' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'matches';

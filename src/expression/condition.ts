import type { TextRange } from '../problem/problem.ts';
import type { InfixOperator, UnaryOperator } from './operators/operator.ts';
import type { Reference } from './reference.ts';

/**
 * A condition (run_if, depends_on.condition, checks.condition) as a tree (DESIGN 4). It holds the operators themselves, so
 * that no part of Flowgate can come across one that it does not know. Ranges are offsets into the condition's source text.
 */
export type Condition =
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly range: TextRange }
  | { readonly kind: 'list'; readonly items: readonly Condition[]; readonly range: TextRange }
  | { readonly kind: 'reference'; readonly reference: Reference; readonly range: TextRange }
  /** A portable pattern (see `patternFault`); it stands only where its operator says so. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly range: TextRange }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Condition; readonly range: TextRange }
  | {
      readonly kind: 'infix';
      readonly operator: InfixOperator;
      readonly left: Condition;
      readonly right: Condition;
      readonly range: TextRange;
    };

export type LiteralValue = string | number | boolean | null;

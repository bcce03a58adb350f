import type { TextRange } from '../../base/problem/problem.ts';
import type { Reference } from './reference.ts';

/**
 * A condition (run_if, depends_on.condition, checks.condition) as a tree (docs/reference/expressions.md). The tree is
 * plain data, so that processes can exchange it: it has the names of operators, which `infixOperator` and `unaryOperator`
 * look up. Ranges are offsets into the condition's source text.
 */
export type Condition =
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly range: TextRange }
  | { readonly kind: 'list'; readonly items: readonly Condition[]; readonly range: TextRange }
  | { readonly kind: 'reference'; readonly reference: Reference; readonly range: TextRange }
  /** A portable pattern (see `patternProblem`); only where the operator expects one. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly range: TextRange }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Condition; readonly range: TextRange }
  | {
      readonly kind: 'infix';
      readonly operator: string;
      readonly left: Condition;
      readonly right: Condition;
      readonly range: TextRange;
    };

export type LiteralValue = string | number | boolean | null;

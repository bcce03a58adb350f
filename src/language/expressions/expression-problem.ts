import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { TextRange } from '../../problem/problem.ts';

/** A problem inside a string with expressions; the range is a part of that string. */
export interface ExpressionProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly range: TextRange;
}

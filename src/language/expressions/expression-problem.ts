import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { TextRange } from '../../base/problem/problem.ts';

/** A problem inside a string with expressions; the range is a part of that string. */
export interface ExpressionProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly range: TextRange;
}

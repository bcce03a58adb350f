import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { TextRange } from '../../problem/problem.ts';

/** What is wrong inside one text with expressions; the range is a part of that text. */
export interface ExpressionProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly range: TextRange;
}

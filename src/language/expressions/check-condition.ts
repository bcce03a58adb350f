import type { TypeOf } from './condition-kind.ts';
import type { Condition } from './condition.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { Operand } from './operators/operand.ts';
import { infixOperator, unaryOperator } from './operators/operators.ts';

/**
 * Checks the types of a condition (docs/reference/expressions.md). Every mismatch is a `type-mismatch`. Ignores
 * references that do not resolve. Each operator decides which operands it accepts.
 */
export function checkCondition(condition: Condition, typeOf: TypeOf): readonly ExpressionProblem[] {
  switch (condition.kind) {
    case 'literal':
    case 'reference':
    case 'list':
    case 'pattern':
      return [];
    case 'unary': {
      const message = unaryOperator(condition.operator).mismatch(new Operand(condition.operand, typeOf));
      return [...mismatch(condition, message), ...checkCondition(condition.operand, typeOf)];
    }
    case 'infix': {
      const { operator, left, right } = condition;
      const message = infixOperator(operator).mismatch(new Operand(left, typeOf), new Operand(right, typeOf));
      return [...mismatch(condition, message), ...[left, right].flatMap((operand) => checkCondition(operand, typeOf))];
    }
  }
}

function mismatch({ range }: Condition, message: string | undefined): readonly ExpressionProblem[] {
  return message === undefined ? [] : [{ code: 'type-mismatch', message, range }];
}

import type { Expression } from '../groovy/syntax.ts';
import { knownValueOf } from './known-value-of.ts';
import { piecesOf } from './pieces-of.ts';
import type { Scope } from './scope.ts';

/** The value of an expression that has the same value in every build; undefined for any other expression. */
export function constantOf(expression: Expression, scope: Scope): string | number | boolean | null | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'unary': {
      const value = constantOf(expression.of, scope);
      if (expression.operator === '!' && typeof value === 'boolean') return !value;
      return expression.operator === '-' && typeof value === 'number' ? -value : undefined;
    }
    case 'name':
    case 'property':
    case 'index': {
      const found = knownValueOf(expression, scope);
      return 'byHand' in found ? undefined : found.value.constant;
    }
    case 'template':
    case 'binary': {
      const pieces = piecesOf(expression, scope);
      if ('byHand' in pieces) return undefined;
      const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value.constant));
      return texts.includes(undefined) ? undefined : texts.join('');
    }
    default:
      return undefined;
  }
}

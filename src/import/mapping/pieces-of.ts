import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { knownValueOf, type NamedValue } from './known-value-of.ts';
import type { Scope } from './scope.ts';

/** A part of a string that Groovy puts together: its text, or a value that a flow knows. */
export type StringPiece = string | NamedValue;

/** The parts of a string, a GString, a sum of both, or a single value; neighbouring texts are one part. */
export function piecesOf(expression: Expression, scope: Scope): readonly StringPiece[] | ByHand {
  switch (expression.kind) {
    case 'literal':
      return [String(expression.value)];
    case 'template':
      return joined(expression.parts.map((part) => (typeof part === 'string' ? [part] : piecesOf(part, scope))));
    case 'binary':
      if (expression.operator === '+' && (isString(expression.left) || isString(expression.right)))
        return joined([piecesOf(expression.left, scope), piecesOf(expression.right, scope)]);
      return { byHand: 'it computes a value with Groovy' };
    case 'call':
      if (expression.name === 'toString' && expression.of !== undefined && expression.arguments.length === 0)
        return piecesOf(expression.of, scope);
      return { byHand: `it calls ${expression.name}()` };
    case 'name':
    case 'property':
    case 'index': {
      const found = knownValueOf(expression, scope);
      if ('byHand' in found) return found;
      return found.value.constant === undefined || found.value.text !== undefined
        ? [found]
        : [String(found.value.constant)];
    }
    case 'closure': {
      const [only, ...others] = expression.body;
      if (only?.kind === 'expression' && others.length === 0) return piecesOf(only.expression, scope);
      return { byHand: 'it computes a value with Groovy' };
    }
    default:
      return { byHand: 'it computes a value with Groovy' };
  }
}

/** Whether `+` with the expression joins strings. */
function isString(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string';
    case 'template':
      return true;
    case 'binary':
      return expression.operator === '+' && (isString(expression.left) || isString(expression.right));
    case 'call':
      return expression.name === 'toString' && expression.of !== undefined;
    default:
      return false;
  }
}

function joined(lists: readonly (readonly StringPiece[] | ByHand)[]): readonly StringPiece[] | ByHand {
  const pieces: StringPiece[] = [];
  for (const list of lists) {
    if ('byHand' in list) return list;
    for (const piece of list) {
      const last = pieces.at(-1);
      if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

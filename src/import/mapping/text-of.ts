import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { canPrecedeReference, literalText } from './literal-text.ts';
import { piecesOf } from './pieces-of.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** A template for plain text, which no shell reads: a message, a name, a path, the value of a variable. */
export function textOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const pieces = piecesOf(expression, scope);
  if ('byHand' in pieces) return pieces;
  let text = '';
  const differs = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const literal = literalText(piece);
      if (literal === undefined) return { byHand: 'a flow cannot say a backslash before {{' };
      text += literal;
      continue;
    }
    const { name, value } = piece;
    if (value.text === undefined) return { byHand: value.unknown ?? `only a shell knows ${name}` };
    if (value.text.startsWith('{{') && !canPrecedeReference(text))
      return { byHand: `a flow cannot say ${JSON.stringify(text.slice(-1))} before the value of ${name}` };
    if (value.differs !== undefined) differs.add(value.differs);
    text += value.text;
  }
  return { text, differs: [...differs] };
}

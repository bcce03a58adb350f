import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { addLiteral, addReference } from './literal-text.ts';
import { piecesOf, type StringPiece } from './pieces-of.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** A template for plain text, which no shell reads: a message, a name, a path, the value of a variable. */
export function textOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const pieces = piecesOf(expression, scope);
  return 'byHand' in pieces ? pieces : textOfPieces(pieces);
}

/** The same for the parts of a string. */
export function textOfPieces(pieces: readonly StringPiece[]): WrittenValue | ByHand {
  let text = '';
  const differs = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const added = addLiteral(text, piece);
      if (added === undefined) return { byHand: 'a flow cannot contain a backslash before {{' };
      text = added;
      continue;
    }
    const { name, value } = piece;
    if (value.text === undefined) return { byHand: value.unknown ?? `only a script can read ${name}` };
    const added = addReference(text, value.text);
    if (added === undefined) return { byHand: `a flow cannot contain ${text.slice(-1)} before the value of ${name}` };
    if (value.differs !== undefined) differs.add(value.differs);
    text = added;
  }
  return { text, differs: [...differs] };
}

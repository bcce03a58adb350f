import { referencePlaces, type ReferencePlace } from '../../language/shell/scan-shell.ts';
import type { TextRange } from '../../problem/problem.ts';
import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { addLiteral, addReference } from './literal-text.ts';
import { renamedVariables, variablesThatDiffer } from './names-in-scripts.ts';
import { piecesOf, type StringPiece } from './pieces-of.ts';
import type { Scope } from './scope.ts';
import { shellPiecesOf, type InsertedValue, type ShellPiece } from './shell-pieces.ts';
import type { WrittenValue } from './value.ts';

/**
 * A whole script for a shell: the argument of `sh`. Groovy inserts values before the shell reads the script; a flow
 * inserts `${NAME}`. So a value in single quotes is taken out of them, and what a shell would read in another way is by
 * hand.
 */
export function shellOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const groovy = piecesOf(expression, scope);
  if ('byHand' in groovy) return groovy;
  const pieces = shellPiecesOf(groovy, scope);
  if ('byHand' in pieces) return pieces;
  return printed(renamedVariables(pieces, scope), variablesThatDiffer(pieces, scope), { isScript: true });
}

/** One quoted word for a shell, such as the folder of `cd`. */
export function shellWordOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const groovy = piecesOf(expression, scope);
  return 'byHand' in groovy ? groovy : shellWordOfPieces(groovy, scope);
}

/** The same for the parts of a string. */
export function shellWordOfPieces(groovy: readonly StringPiece[], scope: Scope): WrittenValue | ByHand {
  const pieces = shellPiecesOf(groovy, scope);
  if ('byHand' in pieces) return pieces;
  if (pieces.every((piece) => typeof piece === 'string') && /^[\w.,:@%+/-]+$/.test(pieces.join('')))
    return printed(pieces, [], { isScript: false });
  const quoted = pieces.map((piece) => (typeof piece === 'string' ? piece.replace(/[\\"$`]/g, '\\$&') : piece));
  return printed(['"', ...quoted, '"'], [], { isScript: false });
}

/** @param isScript whether a shell reads the text in Jenkins, too */
function printed(
  pieces: readonly ShellPiece[],
  about: readonly string[],
  { isScript }: { readonly isScript: boolean },
): WrittenValue | ByHand {
  const differs = new Set(about);
  const places = placesOf(pieces);
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      const added = addLiteral(text, piece);
      if (added === undefined) return { byHand: 'a flow cannot say a backslash before {{' };
      text = added;
      continue;
    }
    const placed = inserted(isScript ? piece : asWord(piece), places.get(index));
    if ('byHand' in placed) return placed;
    for (const each of placed.differs) differs.add(each);
    const added = placed.text.startsWith('{{') ? addReference(text, placed.text) : text + placed.text;
    if (added === undefined) return { byHand: `a flow cannot say ${text.slice(-1)} before the value of ${piece.name}` };
    text = added;
  }
  return { text, differs: [...differs] };
}

/** How the shell reads each value, by the index of its piece. */
function placesOf(pieces: readonly ShellPiece[]): ReadonlyMap<number, ReferencePlace | undefined> {
  const ranges: TextRange[] = [];
  const indexes: number[] = [];
  let script = '';
  for (const [index, piece] of pieces.entries()) {
    // The scanner expects references in braces.
    const text = typeof piece === 'string' ? piece : '{x}';
    if (typeof piece !== 'string') {
      ranges.push({ start: script.length, end: script.length + text.length });
      indexes.push(index);
    }
    script += text;
  }
  const places = referencePlaces(script, ranges);
  return new Map(indexes.map((index, number) => [index, places[number]]));
}

/** Jenkins gives the value to no shell, so nothing in it has a meaning. */
const asWord = (value: InsertedValue): InsertedValue => ({
  ...value,
  form: value.form === 'text' ? 'plain' : value.form,
});

function inserted(value: InsertedValue, found: ReferencePlace | undefined): WrittenValue | ByHand {
  const { name, code, form, differs, constant, written } = value;
  // A comment, or a character behind a backslash.
  if (found === undefined) return { text: written?.original ?? code, differs: [] };
  const { place, isWord } = found;
  const isUnexpanded = place === 'single quotes' || place === 'quoted here-document';
  if (written !== undefined)
    return {
      text: isUnexpanded ? written.original : place === undefined || place === 'unquoted' ? code : written.renamed,
      differs,
    };
  const data =
    form === 'text'
      ? [`quotes, $ and ; in the value of ${name} have no meaning, where Jenkins lets the shell read them`]
      : [];
  if (place === 'single quotes') return { text: `'"${code}"'`, differs: [...differs, ...data] };
  if (place === 'quoted here-document' || (place === 'arithmetic' && code.startsWith('{{'))) {
    if (constant !== undefined) return { text: constant, differs };
    const where = place === 'arithmetic' ? 'shell arithmetic' : 'a here-document with a quoted delimiter';
    return { byHand: `the value of ${name} is in ${where}, where a flow can insert none` };
  }
  return { text: isWord && form === 'word' ? `"${code}"` : code, differs: [...differs, ...data] };
}

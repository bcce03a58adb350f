import type { TextRange } from '../../../base/problem/problem.ts';
import { referencePlaces, type ReferencePlace } from '../../../language/shell/scan-shell.ts';
import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { addLiteral, addReference } from '../values/texts.ts';
import { piecesOf, type StringPiece, type WrittenValue } from '../values/values.ts';
import {
  renamedVariables,
  shellPiecesOf,
  variablesThatDiffer,
  type InsertedValue,
  type ShellPiece,
} from './shell-pieces.ts';

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
  return printed(renamedVariables(pieces, scope), variablesThatDiffer(pieces, scope), false);
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
    return printed(pieces, [], true);
  const quoted = pieces.map((piece) => (typeof piece === 'string' ? piece.replace(/[\\"$`]/g, '\\$&') : piece));
  return printed(['"', ...quoted, '"'], [], true);
}

/** @param isOwn whether the quotes are the importer's, of a value that Jenkins gives to no shell */
function printed(pieces: readonly ShellPiece[], about: readonly string[], isOwn: boolean): WrittenValue | ByHand {
  const differs = new Set(about);
  const places = placesOf(pieces);
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      const added = addLiteral(text, piece);
      if (added === undefined) return { byHand: 'a flow cannot contain a backslash before {{' };
      text = added;
      continue;
    }
    const placed = inserted(piece, places.get(index), isOwn);
    if ('byHand' in placed) return placed;
    for (const each of placed.differs) differs.add(each);
    const added = placed.text.startsWith('{{') ? addReference(text, placed.text) : text + placed.text;
    if (added === undefined)
      return { byHand: `a flow cannot contain ${text.slice(-1)} before the value of ${piece.name}` };
    text = added;
  }
  return { text: withoutEmptyQuotes(text), differs: [...differs] };
}

/** A value that stood alone in single quotes leaves an empty pair on each side: `''"{{ inputs.x }}"''`. */
function withoutEmptyQuotes(script: string): string {
  return script
    .replaceAll(/(?<![^\s=])''(?="\{\{ [^}"]+ \}\}")/g, '')
    .replaceAll(/(?<="\{\{ [^}"]+ \}\}")''(?![^\s;&|)])/g, '');
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

function inserted(value: InsertedValue, found: ReferencePlace | undefined, isOwn: boolean): WrittenValue | ByHand {
  const { name, code, form, differs, constant, written } = value;
  // A comment, or a character after a backslash.
  if (found === undefined) return { text: written?.original ?? code, differs: [] };
  const { place, isWord } = found;
  const isUnexpanded = place === 'single quotes' || place === 'quoted here-document';
  if (written !== undefined)
    return {
      text: isUnexpanded ? written.original : place === undefined || place === 'unquoted' ? code : written.renamed,
      differs,
    };
  const isSafe =
    form === 'plain' || form === 'word' || isOwn || (constant !== undefined && /^[\w.,:@%+/ -]*$/.test(constant));
  const data = `quotes, $ and ; in the value of ${name} have no meaning, but Jenkins lets the shell read them`;
  const meaning = isSafe ? differs : [...differs, data];
  if (place === 'single quotes') return { text: `'"${code}"'`, differs: meaning };
  if (place === 'quoted here-document' || (place === 'arithmetic' && code.startsWith('{{'))) {
    if (constant !== undefined) return { text: constant, differs };
    const where = place === 'arithmetic' ? 'shell arithmetic' : 'a here-document with a quoted delimiter';
    return { byHand: `the value of ${name} is in ${where}, where a flow cannot insert values` };
  }
  if (isWord && form === 'word') return { text: `"${code}"`, differs };
  return { text: code, differs: meaning };
}

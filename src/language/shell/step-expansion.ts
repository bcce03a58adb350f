import type { Scanning } from './scanning.ts';
import {
  commandFrame,
  surroundings,
  type ArithmeticFrame,
  type BraceFrame,
  type Frame,
  type SubscriptFrame,
} from './shell-frame.ts';
import { currentWord } from './shell-words.ts';

/** Reads the next part of double quotes. */
export function stepQuote(scanning: Scanning, frame: Frame): void {
  if (scanning.cursor.take(/"/y) !== undefined) scanning.close();
  else stepDocument(scanning, frame);
}

/** Reads the next part of a here-document, where quotes are ordinary characters. */
export function stepDocument(scanning: Scanning, frame: Frame): void {
  if (!stepDollar(scanning, frame)) scanning.cursor.take(/[^"\\`${]+|[^]/y);
}

/** Reads the next part of `${name...}`. */
export function stepBrace(scanning: Scanning, frame: BraceFrame): void {
  const { cursor } = scanning;
  if (cursor.take(/\}/y) !== undefined) scanning.close();
  else if (frame.part === 'operator') {
    if (cursor.take(/\[/y) !== undefined) return scanning.openSubscript(frame.name);
    const [operator = ''] = cursor.take(/:?[-+=?]|[^]/y) ?? [];
    frame.part = operator === ':' ? 'offset' : /[-+=?]$/.test(operator) ? 'text' : 'pattern';
  } else if (frame.quoted && frame.part === 'text' && cursor.at("'")) {
    // Inside double quotes, single quotes are ordinary characters of a replacement.
    cursor.position++;
  } else if (!stepExpansion(scanning, frame)) cursor.position++;
}

/** Reads the next part of `$((...))` or `((...))`. */
export function stepArithmetic(scanning: Scanning, frame: ArithmeticFrame): void {
  const { cursor } = scanning;
  if (cursor.at('))') && frame.depth === 0) {
    cursor.position += 2;
    scanning.close();
  } else if (cursor.at(')') && frame.depth === 0) {
    // It was not a number after all, but commands in nested parentheses.
    cursor.position++;
    scanning.forget(frame.problemsBefore);
    scanning.close();
    scanning.open(commandFrame(')'));
  } else if (cursor.at('(') || cursor.at(')')) {
    frame.depth += cursor.at('(') ? 1 : -1;
    cursor.position++;
  } else if (!stepExpansion(scanning, frame)) cursor.position++;
}

/** Reads the next part of `name[...]`, of an expansion or of a possible assignment. */
export function stepSubscript(scanning: Scanning, frame: SubscriptFrame): void {
  const { cursor } = scanning;
  if (cursor.take(/\]/y) !== undefined) {
    scanning.close();
    if (frame.inBrace || frame.owner.kind !== 'command') return;
    const isAssignment = cursor.at('=') || cursor.at('+=');
    if (!isAssignment) scanning.forget(frame.problemsBefore);
    const word = currentWord(frame.owner);
    word.assignment = isAssignment;
    word.plain = false;
  } else if (cursor.at('\n') && !frame.inBrace) {
    scanning.forget(frame.problemsBefore);
    scanning.close();
  } else if (!stepExpansion(scanning, frame)) cursor.position++;
}

/** Quotes, escapes and `$`, which mean nearly the same everywhere. False if none of them is at the cursor. */
export function stepExpansion(scanning: Scanning, frame: Frame): boolean {
  const { cursor } = scanning;
  if (cursor.at("'") || cursor.at("$'")) {
    markWord(frame);
    const start = cursor.position;
    cursor.take(/'[^']*'?|\$'(?:[^'\\]|\\[^])*'?/y);
    scanning.reportSingleQuotes(start, frame);
    return true;
  }
  if (cursor.take(/\$?"/y) !== undefined) {
    markWord(frame);
    scanning.open({ kind: 'quote', ...surroundings(frame), quoted: true });
    return true;
  }
  return stepDollar(scanning, frame);
}

/** Escapes, and expansions with `$` or a backquote, which mean the same in double quotes. */
function stepDollar(scanning: Scanning, frame: Frame): boolean {
  const { cursor } = scanning;
  if (cursor.at('\\')) {
    // An escaped line break joins lines; any other escaped character belongs to the word.
    if (!cursor.at('\\\n')) markWord(frame);
    cursor.position += 2;
    return true;
  }
  if (!cursor.at('$') && !cursor.at('`')) return false;
  markWord(frame);
  const brace = cursor.take(/\$\{[#!]?(\w+|[@*#?$!-])?/y);
  if (brace !== undefined)
    scanning.open({ kind: 'brace', ...surroundings(frame), name: brace[1] ?? '', part: 'operator' });
  else if (cursor.take(/\$\(\(/y) !== undefined) scanning.openArithmetic(frame);
  else if (cursor.take(/\$\(/y) !== undefined) scanning.open(commandFrame(')'));
  else if (cursor.take(/`/y) !== undefined) scanning.open(commandFrame('`'));
  else cursor.position++;
  return true;
}

/** What follows belongs to a word, but not as plain characters. */
function markWord(frame: Frame): void {
  if (frame.kind === 'command' || frame.kind === 'condition') currentWord(frame).plain = false;
}

import { readHereDocument } from './here-document.ts';
import type { Scanning } from './scanning.ts';
import { commandFrame, type CommandFrame, type ConditionFrame } from './shell-frame.ts';
import { addPlain, beginCommand, currentWord, finishConditionWord, finishWord, isName } from './shell-words.ts';
import { stepExpansion } from './step-expansion.ts';

/** Reads the next part of a list of commands. */
export function stepCommand(scanning: Scanning, frame: CommandFrame): void {
  const { cursor } = scanning;
  const character = cursor.text[cursor.position] ?? '';
  if (isPlain(character)) readPlain(scanning, frame);
  else if (character === '#' && frame.word === undefined) cursor.take(/[^\n]*/y);
  else if (character === '\n') endLine(scanning, frame);
  else if (character === ')' || (character === '`' && frame.end === '`')) closeCommand(scanning, frame, character);
  else if (character === '(') openParenthesis(scanning, frame);
  else if (character === '<' || character === '>') redirect(scanning, frame);
  else if (blankOrOperator.test(character)) separate(scanning, frame);
  else if (character === '[' && frame.atStart && frame.word !== undefined && isName(frame.word)) {
    scanning.openSubscript(frame.word.text);
    cursor.position++;
  } else if (!stepExpansion(scanning, frame)) readPlain(scanning, frame);
}

/** Reads the next part of `[[ ]]`. */
export function stepCondition(scanning: Scanning, frame: ConditionFrame): void {
  const { cursor } = scanning;
  const character = cursor.text[cursor.position] ?? '';
  if (isPlain(character)) readPlain(scanning, frame);
  else if (/[\s()|&<>;]/.test(character)) {
    const closes = frame.word?.plain === true && frame.word.text === ']]';
    for (const reference of finishConditionWord(frame)) scanning.report('arithmetic', reference);
    if (closes) scanning.close();
    else cursor.take(/[\s()|&<>;]+/y);
  } else if (!stepExpansion(scanning, frame)) readPlain(scanning, frame);
}

/** Whether a character has no special meaning, like most; checking for all the others one by one would be slow. */
function isPlain(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= '-' && character <= '9') ||
    (character >= 'A' && character <= 'Z')
  );
}

const blankOrOperator = /[ \t\r;&|]/;

/**
 * Characters without a special meaning, up to the next one that may have one: `{` starts references, `=` ends a name.
 */
function readPlain({ cursor }: Scanning, frame: CommandFrame | ConditionFrame): void {
  const [characters = ''] = cursor.take(/[^\s'"\\`$;&|()<>#{[=]+|[^]/y) ?? [];
  addPlain(currentWord(frame), characters);
}

/** Blanks, which end a word, or `;`, `&` and `|`, which also end a command. */
function separate(scanning: Scanning, frame: CommandFrame): void {
  endWord(scanning, frame);
  const [operator = ''] = scanning.cursor.take(/[ \t\r]+|;;&|;;|;&|&>>?|[;&|]/y) ?? [];
  const isBranchEnd = operator.startsWith(';;') || operator === ';&';
  if (operator.startsWith('&>')) frame.target = 'file';
  else if (isBranchEnd && frame.cases.length > 0) frame.cases[frame.cases.length - 1] = 'pattern';
  else if (operator.trim() !== '') beginCommand(frame);
}

function endLine(scanning: Scanning, frame: CommandFrame): void {
  endWord(scanning, frame);
  scanning.cursor.position++;
  if (scanning.top() === frame) beginCommand(frame);
  scanning.readBodies();
}

function openParenthesis(scanning: Scanning, frame: CommandFrame): void {
  const { cursor } = scanning;
  const { word } = frame;
  if (frame.cases.at(-1) === 'pattern') cursor.position++;
  else if (word?.assignment === true && word.text.endsWith('=')) {
    cursor.position++;
    scanning.open(commandFrame(')', true));
  } else if (word === undefined && cursor.at('((') && (frame.atStart || frame.previous === 'for')) {
    cursor.position += 2;
    scanning.openArithmetic(frame);
  } else {
    endWord(scanning, frame);
    cursor.position++;
    scanning.open(commandFrame(')'));
  }
}

function closeCommand(scanning: Scanning, frame: CommandFrame, character: string): void {
  endWord(scanning, frame);
  scanning.cursor.position++;
  if (frame.cases.at(-1) === 'pattern' && character === ')') {
    frame.cases[frame.cases.length - 1] = 'body';
    beginCommand(frame);
  } else if (frame.end === character) {
    scanning.close();
    const around = scanning.top();
    // After the parentheses of a function, a command starts.
    if (around.kind === 'command' && around.word === undefined) beginCommand(around);
  }
}

function redirect(scanning: Scanning, frame: CommandFrame): void {
  const { cursor } = scanning;
  if (cursor.take(/[<>]\(/y) !== undefined) {
    currentWord(frame).plain = false;
    return scanning.open(commandFrame(')'));
  }
  // A number before it is a descriptor, not a word.
  if (frame.word?.plain === true && /^\d+$/.test(frame.word.text)) frame.word = undefined;
  endWord(scanning, frame);
  if (cursor.at('<<') && !cursor.at('<<<')) {
    const { document, end } = readHereDocument(cursor.text, cursor.position);
    scanning.documents.push({ ...document, reader: frame.line?.inputReader() });
    cursor.position = end;
  } else {
    const [operator] = cursor.take(/<<<|<>|>>|>\||[<>]&?/y) ?? [];
    frame.target = operator === '<<<' ? 'here-string' : 'file';
  }
}

function endWord(scanning: Scanning, frame: CommandFrame): void {
  if (finishWord(frame, scanning.associative) === 'condition') {
    scanning.open({ kind: 'condition', word: undefined, before: [], afterArithmetic: false });
  }
}

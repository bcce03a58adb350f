import type { TextRange } from '../../base/problem/problem.ts';
import { CommandLine, type CodeReader } from './command-line.ts';
import type { CommandFrame, ConditionFrame } from './shell-frame.ts';
import { newWord, type Word } from './word.ts';

/** The construct that a finished word opens. */
export type Opened = 'condition' | undefined;

/** Ends the current word of a command, if there is one, and decides what the next word is. */
export function finishWord(frame: CommandFrame, associative: Set<string>): Opened {
  const { word } = frame;
  if (word === undefined) return undefined;
  frame.word = undefined;
  const text = word.plain ? word.text : '';
  if (frame.target !== undefined) {
    frame.target = undefined;
    return undefined;
  }
  if (frame.isArray || stepCase(frame, text)) return undefined;
  if (frame.atStart) return startCommand(frame, word, text);
  noteArgument(frame, word, text, associative);
  return undefined;
}

/** The current word; starts a new one if necessary. */
export function currentWord(frame: CommandFrame | ConditionFrame): Word {
  frame.word ??= newWord();
  return frame.word;
}

/** Adds characters without a special meaning, except that `=` after a name makes an assignment. */
export function addPlain(word: Word, characters: string): void {
  if (characters === '=' && (isName(word) || (word.plain && /^[A-Za-z_]\w*\+$/.test(word.text))))
    word.assignment = true;
  if (word.text.length > maxNameLength) word.plain = false;
  else word.text += characters;
}

export function isName(word: Word): boolean {
  return word.plain && /^[A-Za-z_]\w*$/.test(word.text);
}

// No special name is longer, and checking a long text repeatedly would be slow.
const maxNameLength = 200;

/** Starts a new command: after a line, `;`, `&`, `|` or an opening. */
export function beginCommand(frame: CommandFrame): void {
  if (frame.isArray) return;
  frame.atStart = true;
  frame.command = '';
  frame.line = undefined;
  frame.options = '';
  frame.previous = '';
}

/** Whether the current word stays one word, whatever its value is. */
export function staysOneWord(frame: CommandFrame, isBash: boolean): boolean {
  if (frame.target === 'here-string') return true;
  const phase = frame.cases.at(-1);
  if (phase !== undefined && phase !== 'body') return true;
  if (frame.isArray || frame.word?.assignment !== true) return false;
  return frame.atStart || (isBash && declarations.has(frame.command));
}

/** Whether the current command evaluates its arguments as numbers. */
export function evaluatesArguments(frame: CommandFrame): boolean {
  if (frame.atStart) return false;
  return frame.command === 'let' || (declarations.has(frame.command) && frame.options.includes('i'));
}

/**
 * The program that runs the current word as code: a shell (`eval`, `sh -c`) or another one (`python3 -c`, `awk`,
 * `ssh`).
 */
export function codeReader(frame: CommandFrame): CodeReader | undefined {
  return frame.atStart || frame.target !== undefined ? undefined : frame.line?.readerOf(frame.word);
}

/** Ends the current word of `[[ ]]`; returns the references that turn out to be evaluated as numbers. */
export function finishConditionWord(frame: ConditionFrame): readonly TextRange[] {
  const { word, before, afterArithmetic } = frame;
  if (word === undefined) return [];
  const isOperator = word.plain && /^-(eq|ne|lt|le|gt|ge)$/.test(word.text);
  frame.word = undefined;
  frame.before = word.references;
  frame.afterArithmetic = isOperator;
  if (afterArithmetic) return word.references;
  return isOperator ? before : [];
}

const declarations = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

// After these words, a new command starts.
const reserved = new Set([
  '!',
  '{',
  '}',
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'while',
  'until',
  'do',
  'done',
  'time',
  'esac',
]);

/** Assigns a word to an open `case`; false if it belongs to the commands of a branch. */
function stepCase(frame: CommandFrame, text: string): boolean {
  const last = frame.cases.length - 1;
  const phase = frame.cases[last];
  if (phase === undefined) return false;
  if (text === 'esac' && (phase === 'pattern' || (phase === 'body' && frame.atStart))) {
    frame.cases.pop();
    beginCommand(frame);
    return true;
  }
  if (phase === 'word') frame.cases[last] = 'in';
  if (phase === 'in' && text === 'in') frame.cases[last] = 'pattern';
  return phase !== 'body';
}

function startCommand(frame: CommandFrame, word: Word, text: string): Opened {
  if (word.assignment || reserved.has(text)) return undefined;
  if (text === 'case') {
    frame.cases.push('word');
    return undefined;
  }
  if (text === '[[') return 'condition';
  frame.atStart = false;
  frame.command = text;
  frame.line = new CommandLine(text);
  frame.previous = text;
  return undefined;
}

function noteArgument(frame: CommandFrame, word: Word, text: string, associative: Set<string>): void {
  frame.line?.take(word);
  frame.previous = text;
  if (!declarations.has(frame.command)) return;
  if (/^-[A-Za-z]+$/.test(text)) frame.options += text;
  else if (frame.options.includes('A')) associative.add(/^\w*/.exec(word.text)?.[0] ?? '');
}

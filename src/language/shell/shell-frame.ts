import type { TextRange } from '../../base/problem/problem.ts';
import type { CodeReader, CommandLine } from './command-line.ts';
import type { Word } from './word.ts';

/** One level of nesting in shell code. The meaning of a reference depends on the innermost frame and its owner. */
export type Frame =
  | CommandFrame
  | ConditionFrame
  | DocumentFrame
  | QuoteFrame
  | BraceFrame
  | ArithmeticFrame
  | SubscriptFrame;

/** Frames that contain words. */
type Owner = CommandFrame | ConditionFrame | DocumentFrame;

export interface Surroundings {
  readonly owner: Owner;
  /** Whether bash evaluates values here. */
  readonly arithmetic: boolean;
  /** Whether a value stays one word here. */
  readonly quoted: boolean;
}

/** A list of commands: the whole script, `$(...)`, `(...)` or backquotes; or the words of an array. */
export interface CommandFrame {
  readonly kind: 'command';
  readonly end: ')' | '`' | undefined;
  readonly isArray: boolean;
  /** Whether the next word names a command. */
  atStart: boolean;
  word: Word | undefined;
  /** What the next word is the target of. */
  target: 'file' | 'here-string' | undefined;
  /** The name of the current command; empty if it is not plain text. */
  command: string;
  /** The words of the current command, including its name. */
  line: CommandLine | undefined;
  /** The plain word before the current one; empty if it is not plain. */
  previous: string;
  /** The options of `declare` and similar commands. */
  options: string;
  /** The open `case` commands, innermost last. */
  readonly cases: CasePhase[];
}

/** The phase of a `case` command: at its word, before `in`, in a pattern, or among the commands of a branch. */
type CasePhase = 'word' | 'in' | 'pattern' | 'body';

/** `[[ ... ]]` */
export interface ConditionFrame {
  readonly kind: 'condition';
  word: Word | undefined;
  /** The references of the previous word. */
  before: readonly TextRange[];
  /** Whether an operator such as `-eq` precedes the current word. */
  afterArithmetic: boolean;
}

/** The body of a here-document that the shell expands. */
interface DocumentFrame {
  readonly kind: 'document';
  /** The program that runs it as code. */
  readonly reader: CodeReader | undefined;
}

/** `"..."` */
interface QuoteFrame extends Surroundings {
  readonly kind: 'quote';
}

/** `${name...}` */
export interface BraceFrame extends Surroundings {
  readonly kind: 'brace';
  /** The array whose subscript may follow. */
  readonly name: string;
  /** What follows the name: an operator, a replacement, a pattern, or an offset. */
  part: 'operator' | 'text' | 'pattern' | 'offset';
}

/** `$((...))` or `((...))`, unless it turns out to be nested parentheses of commands. */
export interface ArithmeticFrame extends Surroundings {
  readonly kind: 'arithmetic';
  depth: number;
  /** The number of problems before it. */
  readonly problemsBefore: number;
}

/** `name[...]` */
export interface SubscriptFrame extends Surroundings {
  readonly kind: 'subscript';
  readonly inBrace: boolean;
  readonly problemsBefore: number;
}

export function commandFrame(end: CommandFrame['end'], isArray = false): CommandFrame {
  return {
    kind: 'command',
    end,
    isArray,
    atStart: !isArray,
    word: undefined,
    target: undefined,
    command: '',
    line: undefined,
    previous: '',
    options: '',
    cases: [],
  };
}

/** The surroundings that a frame passes to the frames inside it. */
export function surroundings(frame: Frame): Surroundings {
  switch (frame.kind) {
    case 'command':
    case 'condition':
      return { owner: frame, arithmetic: false, quoted: false };
    case 'document':
      return { owner: frame, arithmetic: false, quoted: true };
    case 'brace':
      return {
        owner: frame.owner,
        arithmetic: frame.arithmetic || frame.part === 'offset',
        quoted: frame.quoted || frame.part === 'pattern',
      };
    default:
      return { owner: frame.owner, arithmetic: frame.arithmetic, quoted: frame.quoted };
  }
}

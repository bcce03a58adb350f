import { programs, type Interpreter, type Starter } from './interpreters.ts';
import type { Word } from './word.ts';

/** A program that runs a string as code. */
export interface CodeReader {
  /** Whether it is a shell with the variables of the current one. */
  readonly isHere: boolean;
  readonly advice: (reference: string) => string;
}

/**
 * Follows the words of a command to the program that runs one of them as code, including through programs that start
 * others.
 */
export class CommandLine {
  #program: Interpreter | Starter | undefined;
  #keepsEnvironment = true;
  /** Which programs a word can name: all, or those with an option for code. */
  #searched: 'none' | 'with option' | 'all' = 'none';
  #previous = '';
  #operands = 0;
  /** The number of words that belong to the option before them. */
  #ofOption = 0;
  #isOptionCode = false;
  #isLastOption = false;
  #optionsEnded = false;
  #firstIsCode = false;
  #readsInput = false;
  #isOver = false;

  constructor(command: string) {
    this.#start(command);
  }

  /** Reads an argument that has ended. */
  take(word: Word): void {
    const program = this.#program;
    if (this.#ofOption > 0) this.#endOption();
    else if (program?.kind === 'starter') this.#takeOfStarter(program, word);
    else if (program === undefined || this.#isOver) this.#search(word);
    else if (this.#isOption(word)) this.#takeOption(program, word);
    else this.#takeOperand(program, word);
    this.#previous = word.plain ? word.text : '';
  }

  /** The program that runs the current argument as code; `word` is the part read so far. */
  readerOf(word: Word | undefined): CodeReader | undefined {
    const program = this.#program;
    return program?.kind === 'interpreter' && !this.#isOver && this.#isCode(program, word)
      ? this.#reader(program)
      : undefined;
  }

  /** The program that runs its input as code. */
  inputReader(): CodeReader | undefined {
    const program = this.#program;
    if (program?.kind !== 'interpreter') return undefined;
    const { operands } = program;
    const isGivenNothing = !this.#isOver && !this.#isOptionCode && !this.#firstIsCode;
    const reads =
      typeof operands === 'object'
        ? operands.codeFrom === 1 && this.#operands === 1
        : operands === 'first is a file' && isGivenNothing;
    return reads || this.#readsInput ? this.#reader(program) : undefined;
  }

  #reader({ isShell, advice }: Interpreter): CodeReader {
    return { isHere: isShell === true && this.#keepsEnvironment, advice };
  }

  #isCode(program: Interpreter, word: Word | undefined): boolean {
    if (this.#ofOption > 0) return this.#isOptionCode;
    if (word !== undefined && this.#isOption(word)) return readOption(program, word).isCode;
    return typeof program.operands === 'object' ? this.#operands >= program.operands.codeFrom : this.#firstIsCode;
  }

  #isOption({ text }: Word): boolean {
    return !this.#optionsEnded && text.length > 1 && text.startsWith('-');
  }

  #takeOption(program: Interpreter, word: Word): void {
    const { name, isCode, words, isFlag } = readOption(program, word);
    if (word.text === '--') this.#optionsEnded = true;
    if (isFlag) this.#firstIsCode = true;
    if (isCode || program.files?.includes(name) === true) this.#firstIsCode = false;
    this.#isOptionCode = isCode;
    this.#isLastOption = name !== '' && program.last?.includes(name) === true;
    this.#ofOption = words + 1;
    this.#endOption();
  }

  #endOption(): void {
    this.#ofOption--;
    if (this.#ofOption === 0 && this.#isLastOption) this.#isOver = true;
  }

  #takeOperand({ operands }: Interpreter, word: Word): void {
    this.#operands++;
    this.#readsInput = operands === 'first is a file' && word.plain && word.text === '-';
    if (typeof operands === 'object') this.#optionsEnded ||= this.#operands > operands.codeFrom;
    else if (operands !== 'plain') {
      this.#isOver = true;
      this.#search(word);
    }
  }

  #takeOfStarter({ values, name, keepsEnvironment }: Starter, word: Word): void {
    this.#keepsEnvironment &&= keepsEnvironment;
    if (name === 'anywhere') {
      this.#searched = 'all';
      this.#search(word);
    } else if (typeof name === 'object') {
      if (name.includes(this.#previous)) this.#start(word.plain ? word.text : '');
    } else if (this.#isOption(word)) {
      this.#ofOption = word.plain && /^-\w+$/.test(word.text) && values.includes(word.text.slice(-1)) ? 1 : 0;
    } else if (!/^\w+=/.test(word.text) && ++this.#operands > name) {
      this.#start(word.plain ? word.text : '');
    }
  }

  #search({ text, plain }: Word): void {
    const found = plain && this.#searched !== 'none' ? programOf(text) : undefined;
    if (found === undefined) return;
    if (this.#searched === 'with option') {
      if (found.kind !== 'interpreter' || found.operands !== 'first is a file') return;
      this.#keepsEnvironment = false; // as in `gosu user sh -c`
    }
    this.#begin(found);
  }

  #start(name: string): void {
    const program = programOf(name);
    if (program === undefined && this.#searched === 'none' && !textPrograms.has(name)) this.#searched = 'with option';
    this.#begin(program);
  }

  #begin(program: Interpreter | Starter | undefined): void {
    this.#program = program;
    this.#operands = 0;
    this.#ofOption = 0;
    this.#isOptionCode = false;
    this.#isLastOption = false;
    this.#optionsEnded = false;
    this.#firstIsCode = program?.kind === 'interpreter' && program.operands === 'first is code';
    this.#readsInput = false;
    this.#isOver = false;
  }
}

// In their arguments, the name of a program is an ordinary word.
const textPrograms = new Set([
  'echo',
  'printf',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'which',
  'type',
  'test',
  '[',
  'read',
  'set',
]);

/** A program by its name, with or without a path, and whatever its version (`python3.11`). */
function programOf(name: string): Interpreter | Starter | undefined {
  const stem = name.slice(name.lastIndexOf('/') + 1);
  return programs.get(stem) ?? programs.get(stem.replace(/[\d.]+$/, ''));
}

interface Option {
  /** A letter or a long name; empty if nothing depends on it. */
  readonly name: string;
  /** Whether its value is code. */
  readonly isCode: boolean;
  /** How many of the following words are its value. */
  readonly words: number;
  /** Whether the first operand is code. */
  readonly isFlag: boolean;
}

function readOption(program: Interpreter, word: Word): Option {
  return word.text.startsWith('--') ? readLongOption(program, word) : readLetters(program, word);
}

function readLongOption({ longCode = [], longValues = {} }: Interpreter, { text, plain }: Word): Option {
  const [name = '', value] = text.slice(2).split('=', 2);
  const isCode = longCode.includes(name);
  const words = isCode ? 1 : Object.hasOwn(longValues, name) ? (longValues[name] ?? 0) : 0;
  const isAttached = value !== undefined || !plain;
  return { name, isCode, words: isAttached ? Math.max(0, words - 1) : words, isFlag: false };
}

/**
 * Letters in one word, up to the first one with a value. Of two letters for code, as in `node -pe`, the last one has
 * the value.
 */
function readLetters(
  { code = '', codeFlag = '', values = '', attached = '' }: Interpreter,
  { text, plain }: Word,
): Option {
  const isFlag = codeFlag !== '' && text.includes(codeFlag);
  for (let index = 1; index < text.length; index++) {
    const name = text.charAt(index);
    const next = text.charAt(index + 1);
    if (attached.includes(name)) break;
    if (next !== '' && code.includes(name) && code.includes(next)) continue;
    const isCode = code.includes(name);
    if (isCode || values.includes(name)) return { name, isCode, words: next === '' && plain ? 1 : 0, isFlag };
  }
  return { name: '', isCode: false, words: 0, isFlag };
}

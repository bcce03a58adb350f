import { programs, type Interpreter, type OptionRule, type Starter } from './interpreters.ts';
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
  /** The latest option. */
  #option: OptionRule | undefined;
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
    const isGivenNothing = !this.#isOver && this.#option?.kind !== '=' && !this.#firstIsCode;
    const reads = operands === 1 ? this.#operands === 1 : operands === 'script' && isGivenNothing;
    return reads || this.#readsInput ? this.#reader(program) : undefined;
  }

  #reader({ isShell, advice }: Interpreter): CodeReader {
    return { isHere: isShell && this.#keepsEnvironment, advice };
  }

  #isCode(program: Interpreter, word: Word | undefined): boolean {
    if (this.#ofOption > 0) return this.#option?.kind === '=';
    if (word !== undefined && this.#isOption(word)) return readOption(program, word).rule?.kind === '=';
    return typeof program.operands === 'number' ? this.#operands >= program.operands : this.#firstIsCode;
  }

  #isOption({ text }: Word): boolean {
    return !this.#optionsEnded && text.length > 1 && text.startsWith('-');
  }

  #takeOption(program: Interpreter, word: Word): void {
    const { rule, words, isFlag } = readOption(program, word);
    if (word.text === '--') this.#optionsEnded = true;
    if (isFlag) this.#firstIsCode = true;
    if (rule?.kind === '=' || rule?.kind === '@') this.#firstIsCode = false;
    this.#option = rule;
    this.#ofOption = words + 1;
    this.#endOption();
  }

  #endOption(): void {
    this.#ofOption--;
    if (this.#ofOption === 0 && this.#option?.isLast === true) this.#isOver = true;
  }

  #takeOperand({ operands }: Interpreter, word: Word): void {
    this.#operands++;
    this.#readsInput = operands === 'script' && word.plain && word.text === '-';
    if (typeof operands === 'number') this.#optionsEnded ||= this.#operands > operands;
    else if (operands !== 'data') {
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
      if (found.kind !== 'interpreter' || found.operands !== 'script') return;
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
    this.#option = undefined;
    this.#optionsEnded = false;
    this.#firstIsCode = program?.kind === 'interpreter' && program.operands === 'code';
    this.#readsInput = false;
    this.#isOver = false;
  }
}

// In their arguments, the name of a program is an ordinary word.
const textPrograms = new Set('echo printf grep egrep fgrep rg which type test [ read set'.split(' '));

/** A program by its name, with or without a path, and whatever its version (`python3.11`). */
function programOf(name: string): Interpreter | Starter | undefined {
  const stem = name.slice(name.lastIndexOf('/') + 1);
  return programs.get(stem) ?? programs.get(stem.replace(/[\d.]+$/, ''));
}

interface Option {
  /** Undefined if nothing depends on it. */
  readonly rule?: OptionRule | undefined;
  /** How many of the following words are its value. */
  readonly words: number;
  /** Whether the first operand is code. */
  readonly isFlag: boolean;
}

function readOption(program: Interpreter, word: Word): Option {
  return word.text.startsWith('--') ? readLongOption(program, word) : readLetters(program, word);
}

function readLongOption({ options }: Interpreter, { text, plain }: Word): Option {
  const [name = '', value] = text.slice(2).split('=', 2);
  const rule = name.length > 1 ? options.get(name) : undefined;
  const words = rule === undefined ? 0 : rule.kind === '::' ? 2 : 1;
  const isAttached = value !== undefined || !plain;
  return { rule, words: isAttached ? Math.max(0, words - 1) : words, isFlag: false };
}

/**
 * Letters in one word, up to the first one with a value. Of two letters for code, as in `node -pe`, the last one has
 * the value.
 */
function readLetters({ options }: Interpreter, { text, plain }: Word): Option {
  const isFlag = [...text].some((letter) => options.get(letter)?.kind === '+');
  for (let index = 1; index < text.length; index++) {
    const rule = options.get(text.charAt(index));
    const next = text.charAt(index + 1);
    if (rule?.kind === '?') break;
    if (rule === undefined || rule.kind === '+' || (rule.kind === '=' && options.get(next)?.kind === '=')) continue;
    return { rule, words: next === '' && plain ? 1 : 0, isFlag };
  }
  return { words: 0, isFlag };
}

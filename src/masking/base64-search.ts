import { RangeList } from './range-list.ts';
import type { SecretSearch } from './secret-search.ts';
import { SkippedText } from './skipped-text.ts';
import type { TextAutomaton } from './text-automaton.ts';

/** After this many characters of base64, a line break may come from a tool that wraps base64. Lines have 64 or 76. */
const minLine = 32;

/** Searches for base64, which tools break into lines. */
export class Base64Search implements SecretSearch {
  readonly found = new RangeList();
  readonly #automaton: TextAutomaton;
  /** Of the text so far, without skipped line breaks. */
  #node = 0;
  readonly #text = new SkippedText();
  /** The number of characters of base64 at the end of the text so far, at most `minLine`. */
  #run = 0;
  /** Whether the text so far ends with a carriage return, which may be a part of a line break. */
  #hasReturn = false;

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  get open(): number {
    return this.#text.positionOf(this.#openAt);
  }

  get #openAt(): number {
    return this.#text.kept - this.#automaton.openLength(this.#node);
  }

  read(part: string): void {
    if (part === '') return;
    let from = 0;
    if (this.#hasReturn) {
      this.#hasReturn = false;
      if (part.startsWith('\n') && this.#run >= minLine) {
        this.#skip(2);
        from = 1;
      } else this.#readReturn();
    }
    for (let at = part.indexOf('\n', from); at >= 0; at = part.indexOf('\n', at + 1)) {
      const end = at > from && part.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
      if (this.#runBefore(part, from, end) < minLine) continue;
      this.#match(part, from, end);
      this.#skip(at + 1 - end);
      from = at + 1;
    }
    const hasReturn = from < part.length && part.charCodeAt(part.length - 1) === carriageReturn;
    const to = hasReturn ? part.length - 1 : part.length;
    const run = this.#runBefore(part, from, to);
    this.#match(part, from, to);
    this.#run = run;
    this.#hasReturn = hasReturn;
    this.#text.forget(this.#openAt);
  }

  end(): void {
    if (this.#hasReturn) this.#readReturn();
    this.#node = 0;
  }

  #match(part: string, from: number, to: number): void {
    const offset = this.#text.kept - from;
    const skipped = this.#text.count;
    this.#node = this.#automaton.read(part, this.#node, [from, to], (end, length) =>
      this.found.add(this.#text.positionOf(offset + end - length), offset + end + skipped),
    );
    this.#text.kept += to - from;
  }

  /** A carriage return that does not belong to a line break; no base64 contains it. */
  #readReturn(): void {
    this.#node = 0;
    this.#text.kept++;
    this.#run = 0;
  }

  #skip(length: number): void {
    this.#text.skip(length);
    this.#run = 0;
  }

  /** The number of characters of base64 before an index, at most `minLine`. */
  #runBefore(part: string, from: number, index: number): number {
    let run = 0;
    while (run < minLine && index - run > from && isBase64(part.charCodeAt(index - run - 1))) run++;
    return run === index - from ? Math.min(minLine, run + this.#run) : run;
  }
}

const carriageReturn = 13;

/** Also of the alphabet for URLs. */
function isBase64(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || // a-z
    (code >= 65 && code <= 90) || // A-Z
    (code >= 48 && code <= 57) || // 0-9
    code === 43 || // +
    code === 47 || // /
    code === 45 || // -
    code === 95 // _
  );
}

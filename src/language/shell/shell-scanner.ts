import type { TextRange } from '../../base/problem/problem.ts';
import type { CodeReader } from './command-line.ts';
import { findBody } from './here-document.ts';
import type { PlaceFound, ReadDocument, Scanning, ShellPlace } from './scanning.ts';
import { ShellCursor } from './shell-cursor.ts';
import { commandFrame, surroundings, type CommandFrame, type Frame } from './shell-frame.ts';
import { codeReader, currentWord, evaluatesArguments, staysOneWord } from './shell-words.ts';
import { stepCommand, stepCondition } from './step-command.ts';
import { stepArithmetic, stepBrace, stepDocument, stepQuote, stepSubscript } from './step-expansion.ts';

/** Reads a script once from left to right. A stack has the open constructs, so that nesting costs nothing. */
export class ShellScanner implements Scanning {
  readonly cursor: ShellCursor;
  readonly associative = new Set<string>();
  readonly documents: ReadDocument[] = [];
  readonly #references: readonly TextRange[];
  readonly #isBash: boolean;
  readonly #found: PlaceFound[] = [];
  readonly #words: TextRange[] = [];
  readonly #quoted: TextRange[] = [];
  #nextReference = 0;
  #stack: Frame[] = [commandFrame(undefined)];
  #documentDepth = 0;

  constructor(text: string, references: readonly TextRange[], isBash: boolean) {
    this.cursor = new ShellCursor(text);
    this.#references = references;
    this.#isBash = isBash;
  }

  scan(): readonly PlaceFound[] {
    while (this.cursor.position < this.cursor.end) {
      const reference = this.#referenceFrom(this.cursor.position);
      if (reference?.start === this.cursor.position) {
        this.#readReference(reference, this.top());
        this.cursor.position = reference.end;
      } else this.#step(this.top());
    }
    return this.#found;
  }

  /** The references that the shell reads outside of quotes, here-documents and comments. */
  get words(): readonly TextRange[] {
    return this.#words;
  }

  /** The references that it reads in double quotes and in here-documents. */
  get quoted(): readonly TextRange[] {
    return this.#quoted;
  }

  top(): Frame {
    return this.#stack.at(-1)!; // the first frame is never closed
  }

  open(frame: Frame): void {
    this.#stack.push(frame);
  }

  openArithmetic(around: Frame): void {
    this.open({
      kind: 'arithmetic',
      ...surroundings(around),
      arithmetic: true,
      depth: 0,
      problemsBefore: this.#found.length,
    });
  }

  openSubscript(name: string): void {
    const around = this.top();
    const arithmetic = !this.associative.has(name);
    this.open({
      kind: 'subscript',
      ...surroundings(around),
      arithmetic,
      quoted: true,
      inBrace: around.kind === 'brace',
      problemsBefore: this.#found.length,
    });
  }

  close(): void {
    this.#stack.pop();
  }

  report(place: ShellPlace, range: TextRange, reader?: CodeReader): void {
    this.#found.push({ place, range, reader });
  }

  reportSingleQuotes(start: number, frame: Frame): void {
    const { owner } = surroundings(frame);
    // The shell that runs this string expands it then.
    if (owner.kind === 'command' && codeReader(owner)?.isHere === true) return;
    this.#reportBetween('single quotes', start, this.cursor.position);
  }

  forget(count: number): void {
    this.#found.length = count;
  }

  readBodies(): void {
    const { cursor } = this;
    for (const document of this.documents.splice(0)) {
      const { end, next } = findBody(cursor.text, cursor.position, cursor.end, document);
      if (!document.quoted) this.#scanBody(end, document.reader);
      else if (document.reader?.isHere !== true) this.#reportBetween('quoted here-document', cursor.position, end);
      cursor.position = next;
    }
  }

  /** Reads a body as a separate script, whose commands may have here-documents again. */
  #scanBody(end: number, reader: CodeReader | undefined): void {
    if (this.#documentDepth === maxDocumentDepth) return;
    const outside = { stack: this.#stack, end: this.cursor.end, documents: this.documents.splice(0) };
    this.#documentDepth++;
    this.#stack = [{ kind: 'document', reader }];
    this.cursor.end = end;
    this.scan();
    this.#documentDepth--;
    this.#stack = outside.stack;
    this.cursor.end = outside.end;
    this.documents.splice(0, this.documents.length, ...outside.documents);
  }

  #step(frame: Frame): void {
    switch (frame.kind) {
      case 'command':
        return stepCommand(this, frame);
      case 'condition':
        return stepCondition(this, frame);
      case 'document':
        return stepDocument(this, frame);
      case 'quote':
        return stepQuote(this, frame);
      case 'brace':
        return stepBrace(this, frame);
      case 'arithmetic':
        return stepArithmetic(this, frame);
      case 'subscript':
        return stepSubscript(this, frame);
    }
  }

  #readReference(reference: TextRange, frame: Frame): void {
    const { owner, arithmetic, quoted } = surroundings(frame);
    (quoted ? this.#quoted : this.#words).push(reference);
    if (arithmetic) this.report('arithmetic', reference);
    if (owner.kind === 'document') {
      if (owner.reader !== undefined) this.report('code', reference, owner.reader);
      return;
    }
    const word = currentWord(owner);
    word.plain = false;
    if (arithmetic) return;
    // Only the next word shows whether this one is a number.
    if (owner.kind === 'condition') word.references.push(reference);
    else if (evaluatesArguments(owner)) this.report('arithmetic', reference);
    else this.#readInWord(reference, owner, quoted);
  }

  #readInWord(reference: TextRange, owner: CommandFrame, quoted: boolean): void {
    const reader = codeReader(owner);
    if (reader !== undefined) this.report('code', reference, reader);
    else if (!quoted && !staysOneWord(owner, this.#isBash)) this.report('unquoted', reference);
  }

  #reportBetween(place: ShellPlace, start: number, end: number): void {
    let reference = this.#referenceFrom(start);
    while (reference !== undefined && reference.start < Math.min(end, this.cursor.end)) {
      this.report(place, reference);
      reference = this.#referenceFrom(reference.end);
    }
  }

  /** The next reference at or after an offset; offsets only grow. */
  #referenceFrom(offset: number): TextRange | undefined {
    while ((this.#references[this.#nextReference]?.start ?? offset) < offset) this.#nextReference++;
    return this.#references[this.#nextReference];
  }
}

// Each level looks for the end of its body in the text of the outer one.
const maxDocumentDepth = 20;

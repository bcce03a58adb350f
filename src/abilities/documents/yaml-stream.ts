/** One document of a YAML stream. */
export interface StreamDocument {
  readonly text: string;
  /** The line of the stream on which the document begins, from 1. */
  readonly line: number;
  /** Whether the exported source was JSON. */
  readonly isJson: boolean;
}

/*
 * What an export's marker records about the next document if the marker alone could not restore it byte for byte:
 * `--- # flowgate: 3 lines, JSON, no line break at the end`. Other YAML readers see a comment.
 */
const noteLine = /^(?:---|\.\.\.) # flowgate: (?:(\d{1,7}) lines)?(?:, )?(JSON)?(?:, )?(no line break at the end)?\s*$/;

/**
 * Splits a YAML stream into its documents without changing a byte of them. A line that begins with `---` or `...` is
 * always a marker, even inside a scalar (YAML 1.2.2, section 9.1.2). Documents without content are left out.
 * Takes linear time, and stops after `max` documents.
 */
export function splitYamlStream(stream: string, max = Infinity): StreamDocument[] {
  return new StreamSplitter(stream, max).split();
}

// Only \n ends a line here; the m flag would also accept other line terminators.
const lineStart = '(?<![^\\n])';
const markerLine = `${lineStart}(?:---|\\.\\.\\.)(?!\\S)[^\\n]*`;
// A line that is not blank, a comment, a directive, or a marker with nothing after it.
const content = new RegExp(`${lineStart}(?:---(?!\\S)|(?!---(?!\\S)))[^\\S\\n]*[^\\s#%]`);

/** The current document is the range of the stream from `#start` to the next marker that ends it. */
class StreamSplitter {
  readonly #stream: string;
  readonly #max: number;
  readonly #documents: StreamDocument[] = [];
  #start = 0;
  #note: KeptBytes = noNote;
  /** The offset up to which the content of the range is known. */
  #scanned = 0;
  #hasText = false;
  #hasContent = false;
  /** The offset up to which lines are counted. */
  #counted = 0;
  #line = 1;

  constructor(stream: string, max: number) {
    this.#stream = stream;
    this.#max = max;
  }

  split(): StreamDocument[] {
    const markers = new RegExp(markerLine, 'g');
    for (let match = markers.exec(this.#stream); match !== null; match = markers.exec(this.#stream)) {
      const behind = Math.min(markers.lastIndex + 1, this.#stream.length);
      const note = readNote(match[0]);
      if (note !== undefined) {
        this.#finish(match.index, behind, note);
        // Whatever these lines contain, they belong to the document.
        markers.lastIndex = this.#behindLines(behind, note.lines);
      } else if (match[0].startsWith('.')) {
        this.#finish(match.index, behind);
      } else {
        this.#readMarker(match[0], match.index, behind);
      }
      if (this.#documents.length >= this.#max) return this.#documents;
    }
    this.#finish(this.#stream.length, this.#stream.length);
    return this.#documents;
  }

  /**
   * A bare marker only separates documents; with comments or directives before it, or content after it, it belongs to
   * one.
   */
  #readMarker(line: string, index: number, behind: number): void {
    this.#scan(index);
    if (this.#hasContent) this.#finish(index, index);
    if (!this.#hasText && line.trim() === '---') this.#begin(behind, this.#note);
  }

  /** Adds the text before `end` as a document if it has content; the next document begins at `next`. */
  #finish(end: number, next: number, note: KeptBytes = noNote): void {
    this.#scan(end);
    if (this.#hasContent) {
      const text = this.#stream.slice(this.#start, end);
      const { isJson, isWithoutBreak } = this.#note;
      this.#documents.push({
        text: isWithoutBreak ? text.replace(/\r?\n$/, '') : text,
        line: this.#lineOf(this.#start),
        isJson,
      });
    }
    this.#begin(next, note);
  }

  #begin(start: number, note: KeptBytes): void {
    this.#start = start;
    this.#note = note;
    this.#scanned = start;
    this.#hasText = false;
    this.#hasContent = false;
  }

  #scan(end: number): void {
    const part = this.#stream.slice(this.#scanned, end);
    this.#scanned = end;
    this.#hasText ||= /\S/.test(part);
    this.#hasContent ||= content.test(part);
  }

  #behindLines(from: number, lines: number): number {
    let offset = from;
    for (let line = 0; line < lines && offset < this.#stream.length; line += 1) {
      const end = this.#stream.indexOf('\n', offset);
      offset = end === -1 ? this.#stream.length : end + 1;
    }
    return offset;
  }

  /** Offsets must be passed in ascending order. */
  #lineOf(offset: number): number {
    for (
      let end = this.#stream.indexOf('\n', this.#counted);
      end !== -1 && end < offset;
      end = this.#stream.indexOf('\n', end + 1)
    ) {
      this.#line += 1;
      this.#counted = end + 1;
    }
    return this.#line;
  }
}

interface KeptBytes {
  /** How many lines belong to the document whatever they contain; 0 if markers decide. */
  readonly lines: number;
  readonly isJson: boolean;
  readonly isWithoutBreak: boolean;
}

const noNote: KeptBytes = { lines: 0, isJson: false, isWithoutBreak: false };

function readNote(line: string): KeptBytes | undefined {
  const match = noteLine.exec(line);
  return match === null
    ? undefined
    : { lines: Number(match[1] ?? 0), isJson: match[2] !== undefined, isWithoutBreak: match[3] !== undefined };
}

/** Joins documents into one YAML stream, from which `splitYamlStream` restores every byte. */
export function joinYamlDocument(text: string, isJson = false): string {
  const ownStart = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:---(?:\s|$)|%)/.test(text);
  const marker = ownStart ? '...' : '---';
  const isWithoutBreak = !text.endsWith('\n');
  const body = isWithoutBreak ? `${text}\n` : text;
  const words = [isJson && 'JSON', isWithoutBreak && 'no line break at the end'].filter((word) => word !== false);
  const joined = `${marker}${words.length === 0 ? '' : ` # flowgate: ${words.join(', ')}`}\n${body}`;
  // The next document begins with a marker, which must not become part of this document or absorb it.
  const [first, ...others] = splitYamlStream(`${joined}---\nnext: 1\n`);
  if (first?.text === text && others.length === 1) return joined;
  const lines = body.split(/(?<=\n)/).length;
  return `${marker} # flowgate: ${[`${lines} lines`, ...words].join(', ')}\n${body}`;
}

/** Lines are wrapped after this many characters or more. Tools have 60, 64 or 76. */
const minLine = 32;
/** Between the end of a line and its break: quotes, commas, a backslash, a carriage return. */
const maxSuffix = 8;
/** Between a break and the line: an indent, a time, the name of a program, the rest of a JSON record and the next one. */
const maxPrefix = 160;
/** The characters before an index that decide whether a line is wrapped there. */
export const lookBack = minLine + maxSuffix;

/** Where a tool wraps a string: the index after a line, and the one after the line break. */
export interface Wrap {
  readonly end: number;
  readonly next: number;
}

/** The wraps of a text whose breaks are after an index. A break is a line break, or `\n` as JSON writes it. */
export function* wrapsIn(text: string, from: number): Generator<Wrap> {
  let [line, written] = [text.indexOf('\n', from), text.indexOf('\\n', from)];
  while (line >= 0 || written >= 0) {
    const isWritten = line < 0 || (written >= 0 && written < line);
    const at = isWritten ? written : line;
    const end = endOfLine(text, at);
    if (end !== undefined) yield { end, next: at + (isWritten ? 2 : 1) };
    if (isWritten) written = text.indexOf('\\n', at + 2);
    else line = text.indexOf('\n', at + 1);
  }
}

/** Where the line ends after which only a suffix is before an index; undefined if it is too short to be wrapped. */
export function endOfLine(text: string, at: number): number | undefined {
  let end = at;
  for (; end > 0 && at - end <= maxSuffix; end--) {
    if (text.charCodeAt(end - 1) === carriageReturnLetter && text.charCodeAt(end - 2) === backslash) end--;
    else if (isBase64(text.charCodeAt(end - 1)) && !isLoneMark(text, end - 1)) break;
    else if (text.charCodeAt(end - 1) === lineBreak) return undefined;
  }
  for (let start = end; end - start < minLine; start--)
    if (start === 0 || !isBase64(text.charCodeAt(start - 1))) return undefined;
  return end;
}

/** Finds where a string can continue in the line after a wrap, which may arrive in parts. */
export class LineStarts {
  #left = maxPrefix;
  #canStart = true;
  #isEscape = false;

  /** Whether there can be further ones. */
  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** Whether the string can continue with the next character of the line. */
  read(code: number): boolean {
    const canStart = this.#canStart && isBase64(code);
    this.#left--;
    // The prefix of a line can be marks of the alphabet, such as those of `diff`; an escape ends with a letter.
    this.#canStart = !isBase64(code) || (canStart && !isAlphanumeric(code)) || (this.#isEscape && isLetter(code));
    this.#isEscape = code === escape || (this.#isEscape && !isLetter(code));
    return canStart;
  }
}

/** Whether a character of the alphabet stands alone, such as the `+` between two strings. */
function isLoneMark(text: string, at: number): boolean {
  return !isAlphanumeric(text.charCodeAt(at)) && at > 0 && !isBase64(text.charCodeAt(at - 1));
}

const lineBreak = 10;
const escape = 27;
const backslash = 92;
const carriageReturnLetter = 114;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isAlphanumeric(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

/** Whether a character is in the base64 alphabet, or in that for URLs. */
function isBase64(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === 47 || code === 45 || code === 95; // + / - _
}

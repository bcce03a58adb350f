import { ownEntry } from '../../base/text/own-entry.ts';

export type Quote = "'" | "'''" | '"' | '"""' | '/' | '$/';

/** A part of a string: up to its end, or up to the next value in it. */
interface StringPart {
  /** With escapes resolved and line ends as `\n`. */
  readonly text: string;
  /** After the closing quote, or at the `$` of a value. */
  readonly end: number;
  readonly isClosed: boolean;
  readonly problem?: string;
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  $: '$',
};

const closings: Readonly<Record<Quote, string>> = {
  "'": "'",
  "'''": "'''",
  '"': '"',
  '"""': '"""',
  '/': '/',
  '$/': '/$',
};

/** What may follow the `$` of a value. */
const valueStart = /[{_\p{L}]/u;

/** Reads a string from after its opening quote, or from after a value in it. Never throws. */
export function readStringPart(source: string, start: number, quote: Quote): StringPart {
  const closing = closings[quote];
  const isLine = quote === "'" || quote === '"';
  const hasValues = quote !== "'" && quote !== "'''";
  const isSlashy = quote === '/' || quote === '$/';
  const pieces: string[] = [];
  let problem: string | undefined;
  let at = start;
  const part = (end: number, isClosed: boolean, last?: string): StringPart => {
    const wrong = problem ?? last;
    return { text: pieces.join(''), end, isClosed, ...(wrong === undefined ? {} : { problem: wrong }) };
  };
  while (at < source.length) {
    if (quote === '$/' && (source.startsWith('$$', at) || source.startsWith('$/', at))) {
      pieces.push(source.charAt(at + 1));
      at += 2;
      continue;
    }
    if (source.startsWith(closing, at)) return part(at + closing.length, true);
    const character = source.charAt(at);
    if (character === '\n' || character === '\r') {
      if (isLine) return part(at, true, 'The string does not end on its line.');
      pieces.push('\n');
      at += source.startsWith('\r\n', at) ? 2 : 1;
    } else if (character === '$' && hasValues) {
      if (valueStart.test(source.charAt(at + 1))) return part(at, false);
      if (!isSlashy) problem ??= 'A `$` in a string needs a name or `{` behind it, or a `\\` in front of it.';
      pieces.push(character);
      at += 1;
    } else if (character === '\\') {
      const escape = isSlashy ? readSlashyEscape(source, at, quote) : readEscape(source, at);
      if (escape.text === undefined) problem ??= 'The string contains an invalid escape.';
      pieces.push(escape.text ?? '\\');
      at = escape.end;
    } else {
      const next = nextSpecial(source, at + 1, closing);
      pieces.push(source.slice(at, next));
      at = next;
    }
  }
  return part(at, true, 'The string does not end.');
}

const special = /[\\$\r\n'"/]/g;

function nextSpecial(source: string, from: number, closing: string): number {
  special.lastIndex = from;
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    if (!`'"/`.includes(match[0]) || closing.includes(match[0])) return match.index;
  }
  return source.length;
}

interface Escape {
  /** Undefined if there is no such escape. */
  readonly text: string | undefined;
  readonly end: number;
}

const unicodeEscape = /\\u+([\da-fA-F]{4})/y;
const octalEscape = /\\([0-3]?[0-7]{1,2})/y;

function readEscape(source: string, at: number): Escape {
  const unicode = matchAt(unicodeEscape, source, at);
  if (unicode !== null) return unicodeText(unicode, at);
  const octal = matchAt(octalEscape, source, at);
  if (octal !== null) {
    return { text: String.fromCodePoint(Number.parseInt(octal[1] ?? '', 8)), end: at + octal[0].length };
  }
  if (source.startsWith('\r\n', at + 1)) return { text: '', end: at + 3 };
  const next = source.charAt(at + 1);
  if (next === '\n' || next === '\r') return { text: '', end: at + 2 };
  const text = ownEntry(escapes, next);
  return { text, end: at + (text === undefined ? 1 : 2) };
}

/** In `/.../`, only `\/` and `\uXXXX` are escapes, in `$/.../$` only `\uXXXX`; other backslashes stay. */
function readSlashyEscape(source: string, at: number, quote: Quote): Escape {
  const unicode = matchAt(unicodeEscape, source, at);
  if (unicode !== null) return unicodeText(unicode, at);
  if (quote === '/' && source.charAt(at + 1) === '/') return { text: '/', end: at + 2 };
  return { text: '\\', end: at + 1 };
}

function unicodeText(match: RegExpExecArray, at: number): Escape {
  return { text: String.fromCharCode(Number.parseInt(match[1] ?? '', 16)), end: at + match[0].length };
}

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

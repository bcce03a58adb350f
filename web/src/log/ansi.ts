/** How a piece of a log line looks. Colours are names of the 16 colours, or a CSS colour. */
export interface AnsiStyle {
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export interface AnsiPiece {
  readonly text: string;
  readonly style: AnsiStyle;
}

/** A line in pieces of one style, and the style after it. */
export interface ParsedLine {
  readonly pieces: readonly AnsiPiece[];
  readonly after: AnsiStyle;
}

export const plain: AnsiStyle = {};
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

// SGR sequences, and all others, which only terminals need: other CSI, OSC, and two-character escapes.
// oxlint-disable no-control-regex
const escapes =
  /\u001b\[([0-9;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;
// oxlint-enable no-control-regex

/**
 * Splits a line into pieces of one style.
 * @param before the style at the end of the line before: colours span lines
 */
export function parseAnsi(line: string, before: AnsiStyle = plain): ParsedLine {
  const text = overwritten(line);
  const pieces: AnsiPiece[] = [];
  let style = before;
  let end = 0;
  for (const match of text.matchAll(escapes)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), style });
    if (match[1] !== undefined) style = applySgr(style, match[1]);
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), style });
  return { pieces, after: style };
}

/** The text of a line without escape sequences, to search in. */
export function plainText(line: string): string {
  return line.includes('\u001b') || line.includes('\r') ? overwritten(line).replaceAll(escapes, '') : line;
}

/** The beginning of the text of a line of any length. @param length of the beginning, at most */
export function plainBeginning(line: string, length: number): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1;
  const beginning = line.slice(start, Math.min(end, start + 2 * length));
  return (beginning.includes('\u001b') ? beginning.replaceAll(escapes, '') : beginning).slice(0, length);
}

/** What is left of a line in which a progress bar returned to the start: the text after the last return. */
function overwritten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const last = text.lastIndexOf('\r');
  if (last < 0) return text;
  // Colours that were set in the lost text still hold.
  const kept = [...text.slice(0, last).matchAll(escapes)].filter(([, codes]) => codes !== undefined);
  return kept.map(([sequence]) => sequence).join('') + text.slice(last + 1);
}

function applySgr(style: AnsiStyle, codes: string): AnsiStyle {
  const numbers = codes.split(/[;:]/).map(Number);
  let next = style;
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index]!;
    if (code === 38 || code === 48) {
      const { color, length } = extendedColor(numbers.slice(index + 1, index + 5));
      next = code === 38 ? { ...next, color } : { ...next, background: color };
      index += length;
    } else next = applyCode(next, code);
  }
  return next;
}

function applyCode(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: undefined, dim: undefined };
  if (code === 23) return { ...style, italic: undefined };
  if (code === 24) return { ...style, underline: undefined };
  if (code === 27) return { ...style, inverse: undefined };
  if (code === 39) return { ...style, color: undefined };
  if (code === 49) return { ...style, background: undefined };
  const name = names[code % 10];
  const decade = Math.floor(code / 10);
  if (name === undefined) return style;
  if (decade === 3 || decade === 9) return { ...style, color: name };
  return decade === 4 || decade === 10 ? { ...style, background: name } : style;
}

/** The colour after 38 or 48, `5;n` or `2;r;g;b`, and how many numbers it takes. */
function extendedColor(rest: readonly number[]): { readonly color: string | undefined; readonly length: number } {
  if (rest[0] === 5) return { color: paletteColor(rest[1] ?? 0), length: 2 };
  if (rest[0] !== 2) return { color: undefined, length: 1 };
  const [red = 0, green = 0, blue = 0] = rest.slice(1, 4).map(byte);
  return { color: `rgb(${red} ${green} ${blue})`, length: 4 };
}

function paletteColor(index: number): string | undefined {
  if (index < 16) return names[index % 8];
  if (index >= 232) {
    const grey = byte((index - 232) * 10 + 8);
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const level = (part: number) => (part === 0 ? 0 : part * 40 + 55);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`;
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, Math.trunc(value) || 0));
}

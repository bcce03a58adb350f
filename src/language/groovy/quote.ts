import { groovy, joinGroovy, sourceOf, trustedGroovy, type GroovyCode } from './groovy-code.ts';

/** A string as a single-quoted Groovy literal on one line. */
export function groovyString(text: string): GroovyCode {
  if (isPlain(text)) return trustedGroovy(`'${text}'`);
  return quotePieces(
    text,
    (piece) => `'${escapeText(piece).replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`,
  );
}

/**
 * A string as a readable Groovy literal: several lines become a triple single-quoted literal with the author's lines.
 * Nothing may indent the literal, because the indentation would become part of the string.
 */
export function groovyText(text: string): GroovyCode {
  if (typeof text === 'string' && !text.includes('\n')) return groovyString(text);
  return quotePieces(text, (piece) => `'''\\\n${escapeTripleQuotes(escapeText(piece))}'''`);
}

export function groovyBoolean(value: boolean): GroovyCode {
  // A module that was not type-checked may pass a string.
  if (typeof value !== 'boolean') throw new TypeError(`Expected a boolean; found a value of type ${typeof value}`);
  return value ? groovy`true` : groovy`false`;
}

/**
 * A number as a Groovy literal: an integer as Integer or, outside its range, Long (`5L`), anything else as Double
 * (`0.5d`).
 */
export function groovyNumber(value: number): GroovyCode {
  if (!Number.isFinite(value)) throw new RangeError(`Groovy has no literal for ${value}`);
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return trustedGroovy(`${value}d`);
  return trustedGroovy(Math.abs(value) < 2 ** 31 ? String(value) : `${value}L`);
}

export function groovyList(items: readonly GroovyCode[]): GroovyCode {
  return groovy`[${joinGroovy(items, ', ')}]`;
}

/**
 * The name of a variable, a method or a parameter.
 * @throws {RangeError} for anything that is not a plain name
 */
export function groovyName(name: string): GroovyCode {
  if (!plainName.test(name)) throw new RangeError(`Not a valid name in Groovy: ${JSON.stringify(name)}`);
  return trustedGroovy(name);
}

/** A map literal; keys that are plain words are not quoted. Leaves out entries without a value. */
export function groovyMap(entries: Readonly<Record<string, GroovyCode | undefined>>): GroovyCode {
  return trustedGroovy(oneLineMap(mapEntries(entries)));
}

function oneLineMap(entries: readonly string[]): string {
  return entries.length === 0 ? '[:]' : `[${entries.join(', ')}]`;
}

const maxLineLength = 110;

/**
 * A readable map literal: on one line if it is short, otherwise one line per entry.
 * @param indent columns before the line on which the map starts; by default those of a statement in a method
 */
export function groovyMapBlock(entries: Readonly<Record<string, GroovyCode | undefined>>, indent = 2): GroovyCode {
  const printed = mapEntries(entries);
  const length = printed.reduce((sum, entry) => sum + entry.length + ', '.length, 0); // the last one is for the brackets
  if (length <= maxLineLength && !printed.some((entry) => entry.includes('\n')))
    return trustedGroovy(oneLineMap(printed));
  const margin = ' '.repeat(indent);
  return trustedGroovy(`[\n${printed.map((entry) => `${margin}  ${entry},\n`).join('')}${margin}]`);
}

/** The entries of a map literal, each as `key: value`. */
function mapEntries(entries: Readonly<Record<string, GroovyCode | undefined>>): string[] {
  const printed: string[] = [];
  for (const key of Object.keys(entries)) {
    const value = entries[key];
    if (value !== undefined)
      printed.push(`${plainName.test(key) ? key : sourceOf(groovyString(key))}: ${sourceOf(value)}`);
  }
  return printed;
}

/** The same entries as the arguments of a call: `name: 'a', trim: false`. */
export function groovyArguments(entries: Readonly<Record<string, GroovyCode | undefined>>): GroovyCode {
  return trustedGroovy(mapEntries(entries).join(', '));
}

/**
 * Texts for line comments, without the slashes: each on one line, without anything that could end or alter it. Leaves
 * out empty ones.
 */
export function groovyComments(texts: readonly string[]): GroovyCode[] {
  return texts
    .map(commentText)
    .filter((text) => text !== '')
    .map(trustedGroovy);
}

export function groovyComment(text: string): GroovyCode {
  return trustedGroovy(commentText(text));
}

function commentText(text: string): string {
  if (plainText.test(text)) return text.trim();
  // Groovy decodes \uXXXX before it reads comments, so an escaped line break would end one.
  return text
    .replace(/[\s\p{C}\u2028\u2029]+/gu, ' ')
    .replaceAll('\\u', '\\ u')
    .trim();
}

/**
 * Escapes characters that a literal cannot contain, invisible characters, those that change the displayed order
 * (bidirectional controls), and those that XML cannot represent in config.xml.
 */
function escapeText(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\');
  if (plainLines.test(text)) return escaped;
  return escaped.replace(invisible, (character) => {
    if (character === '\r') return '\\r';
    return [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join('');
  });
}

/** The same for a string in double quotes, in which `$` begins an expression. */
export function escapeGString(text: string): string {
  return escapeText(text).replaceAll('"', '\\"').replaceAll('$', '\\$');
}

/** Whether a text needs no escapes and is short. */
function isPlain(text: unknown): text is string {
  return typeof text === 'string' && text.length < maxPlainLength && plainText.test(text);
}

const plainText = /^[ !#-&(-[\]-~]*$/;
const plainLines = /^[\t\n -~]*$/;
const maxPlainLength = 10_000;

// A class file stores a literal in at most 65,535 bytes; the margin is for what escaping adds.
const maxLiteralLength = 60_000;

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

// All control and format characters except tab and line feed; private-use and unassigned characters are printed
// unchanged.
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFE\uFFFF]/gu;

/** Escapes as few quotes as possible, so that shell code stays readable: three in a row, and those at the end. */
function escapeTripleQuotes(escaped: string): string {
  return escaped.replace(/'(?=''|'*$)/g, "\\'");
}

/** Splits a text into pieces of at most `limit` bytes as a class file counts them, at line ends if possible. */
function splitByBytes(text: string, limit: number): string[] {
  if (text.length * 3 <= limit) return [text];
  const pieces: string[] = [];
  let start = 0;
  let bytes = 0;
  let lineEnd = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Modified UTF-8: each an unpaired surrogate needs three bytes.
    bytes += code === 0 ? 2 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    if (bytes > limit) {
      const pairIsOpen = code >= 0xdc00 && code <= 0xdfff;
      const cut = lineEnd > start ? lineEnd : pairIsOpen ? index - 1 : index;
      pieces.push(text.slice(start, cut));
      start = cut;
      index = cut - 1;
      bytes = 0;
    } else if (code === 10) lineEnd = index + 1;
  }
  pieces.push(text.slice(start));
  return pieces;
}

function quotePieces(text: string, quote: (piece: string) => string): GroovyCode {
  if (typeof text !== 'string') throw new TypeError(`Expected a string; found a value of type ${typeof text}`);
  if (text.length * 3 <= maxLiteralLength && !text.includes('\uffff')) return trustedGroovy(quote(text));
  const literals = text
    .split('\uffff')
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [noncharacter]),
      ...splitByBytes(part, maxLiteralLength).map(quote),
    ]);
  return trustedGroovy(literals.length === 1 ? literals[0]! : `[${literals.join(',\n')}].join('')`);
}

// Groovy's reader treats U+FFFF, escaped or not, as the end of the file.
const noncharacter = '((char) 65535)';

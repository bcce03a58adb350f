import { endOfString } from './compact-json.ts';
import { exactNumber, isExactNumber, isPlainNumber } from './exact-number.ts';
import type { JsonValue } from './json-value.ts';

/**
 * JSON whose numbers keep their digits: `JSON.parse` turns 7615917337495251231 into 7615917337495251000, and 1e400 into
 * infinity. Values of inputs, and everything that can contain one, are read and written here.
 */

/**
 * Reads JSON. A number that would change is an `ExactNumber`; everything else is as `JSON.parse` returns it.
 * @throws {SyntaxError} the error of `JSON.parse`
 */
export function readJson(text: string): JsonValue {
  return readJsonWith(text, exactNumber) as JsonValue; // JSON.parse returns JSON values
}

/** The same. @param numberOf the value of a number that would change, from how it was written */
export function readJsonWith(text: string, numberOf: (digits: string) => unknown): unknown {
  const value: unknown = JSON.parse(text);
  return mayChange.test(text) ? readExactly(text, value, numberOf) : value;
}

/** Writes JSON with the digits of its exact numbers and big integers; otherwise the same as `JSON.stringify`. */
export function writeJson(value: unknown, indent?: number): string {
  if (!holdsExactNumber(value)) return JSON.stringify(value, undefined, indent);
  const mark = newMark(value);
  const marked = JSON.stringify(
    value,
    (_key, item: unknown) => (hasDigits(item) ? `${mark}${String(item)}` : item),
    indent,
  );
  return marked.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Whether a value contains a number that must be written here. Any value without cycles is accepted. */
export function holdsExactNumber(value: unknown): boolean {
  if (hasDigits(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsExactNumber);
  for (const key in value) if (holdsExactNumber((value as Record<string, unknown>)[key])) return true; // any member
  return false;
}

function hasDigits(value: unknown): boolean {
  return isExactNumber(value) || typeof value === 'bigint';
}

// A number with many digits, an exponent or a zero at its end, and -0. Strings can contain the same, which only takes
// longer; times do not.
const mayChange = /(?:^|[\s:,[])(?:-0(?![0-9.])|-?(?:[0-9.]{16}|[0-9.]+[eE]|0\.000000|[0-9]+\.[0-9]*0(?=[\s,\]}]|$)))/;

/** @param plain what `JSON.parse` returns for the text */
function readExactly(text: string, plain: unknown, numberOf: (digits: string) => unknown): unknown {
  const mark = newMark(plain);
  let marked = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at);
    else if (unit === minus || isDigit(unit)) {
      numberAt.lastIndex = at;
      const [number = ''] = numberAt.exec(text) ?? [];
      if (!isPlainNumber(number)) {
        marked += `${text.slice(copied, at)}"${mark}${number}"`;
        copied = at + number.length;
      }
      at += number.length;
    } else at++;
  }
  if (copied === 0) return plain;
  return JSON.parse(marked + text.slice(copied), (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? numberOf(value.slice(mark.length)) : value,
  );
}

/**
 * A string that no string of a value contains, so that none can pass for a marked number. It is random, because a text
 * that contains all of a series would be searched for each of them.
 */
function newMark(value: unknown): string {
  // Writes the mark in one way, whatever escapes the value was read from.
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? '' : item));
  for (;;) {
    const mark = `#${Math.random().toString(36).slice(2)}#`;
    if (!text.includes(mark)) return mark;
  }
}

const quote = 0x22;
const minus = 0x2d;
const numberAt = /-?[0-9][0-9.eE+-]*/y;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { Path } from '../../problem/problem.ts';
import { describeValue, quoteShort } from '../describe-value.ts';
import type { Reading } from './reading.ts';

export function isMapping(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A text. A plain number or boolean is taken as its source text (`3.10` stays `3.10`) with a warning (DESIGN 3);
 * anything else is reported and undefined.
 */
export function readText(name: string, value: JsonValue, path: Path, reading: Reading): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') {
    const message = `${quoteShort(name)} must be a text; found ${describeValue(value)}.`;
    reading.findings.push({ code: 'wrong-type', message, path });
    return undefined;
  }
  const text = sourceOf(value, path, reading);
  const kind = typeof value === 'number' ? 'number' : 'boolean';
  reading.findings.push({ code: 'coerced-text', message: `The ${kind} ${text} is taken as the text ${quoteShort(text)}; quotes say so.`, path });
  return text;
}

/** The text of a scalar as it was typed, where a number is as good as a text. */
export function sourceOf(value: string | number | boolean, path: Path, reading: Reading): string {
  return typeof value === 'string' ? value : (reading.sourceText(path) ?? String(value));
}

import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { Finding, Path } from '../../problem/problem.ts';
import { describeValue, enumerate, quoteShort } from '../describe-value.ts';
import { isMapping, readText } from './read-value.ts';
import type { Reading } from './reading.ts';

/**
 * Reads the properties of one mapping, each by the type it should have, and reports what does not fit. A property
 * without a value (`key:`) counts as not given. What was asked for is known; `finish` reports everything else.
 */
export class MappingReader {
  readonly path: Path;
  readonly #mapping: JsonObject;
  readonly #reading: Reading;
  readonly #known = new Set<string>();

  constructor(mapping: JsonObject, path: Path, reading: Reading) {
    this.#mapping = mapping;
    this.path = path;
    this.#reading = reading;
  }

  /** The value as it is; undefined when the property is not given. */
  value(key: string): JsonValue | undefined {
    this.#known.add(key);
    const value = Object.hasOwn(this.#mapping, key) ? this.#mapping[key] : undefined;
    return value ?? undefined;
  }

  pathOf(key: string): Path {
    return [...this.path, key];
  }

  report(code: ProblemCode, key: string, message: string, at?: Finding['at']): void {
    this.#reading.findings.push({ code, message, path: this.pathOf(key), ...(at && { at }) });
  }

  /** A text; a plain number or boolean is its source text, with a warning (DESIGN 3). */
  text(key: string): string | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : readText(key, value, this.pathOf(key), this.#reading);
  }

  /** A text that must be there and not be empty. */
  requiredText(key: string): string | undefined {
    if (this.isMissing(key)) return undefined;
    const text = this.text(key);
    if (text !== '') return text;
    this.report('invalid-value', key, `${quoteShort(key)} must not be empty.`);
    return undefined;
  }

  boolean(key: string): boolean {
    const value = this.value(key);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.#reportType(key, 'true or false', value);
    return false;
  }

  number(key: string): number | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'number') return value;
    this.#reportType(key, 'a number', value);
    return undefined;
  }

  requiredInteger(key: string): number | undefined {
    if (this.isMissing(key)) return undefined;
    const value = this.value(key);
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    this.#reportType(key, 'an integer', value);
    return undefined;
  }

  /** One of the given words; the first is the default. */
  choice<Word extends string>(key: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.text(key);
    const word = words.find((candidate) => candidate === text);
    if (text !== undefined && word === undefined) {
      const suggestion = this.#reading.suggestions.for(text, words);
      this.report('invalid-value', key, `${quoteShort(key)} cannot be ${quoteShort(text)}; allowed are ${enumerate(words)}.${suggestion}`);
    }
    return word ?? words[0];
  }

  list(key: string): readonly JsonValue[] {
    const value = this.value(key);
    if (value === undefined || Array.isArray(value)) return value ?? [];
    this.#reportType(key, 'a list', value);
    return [];
  }

  /** The mappings of a list with their paths; any other entry is reported. */
  mappings(key: string): readonly PlacedMapping[] {
    return this.list(key).flatMap((entry, index) => this.#placed(entry, [...this.pathOf(key), index], `Each entry of ${quoteShort(key)}`));
  }

  mapping(key: string): PlacedMapping | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.#placed(value, this.pathOf(key), quoteShort(key))[0];
  }

  /** Everything that was not asked for. */
  rest(): JsonObject {
    return Object.fromEntries(Object.entries(this.#mapping).filter(([key]) => !this.#known.has(key)));
  }

  /** Reports everything that was not asked for. */
  finish(): void {
    for (const key of Object.keys(this.#mapping)) {
      if (this.#known.has(key)) continue;
      const suggestion = this.#reading.suggestions.for(key, this.#known);
      const advice = suggestion === '' ? ` Allowed are ${enumerate([...this.#known])}.` : suggestion;
      this.report('unknown-property', key, `There is no property ${quoteShort(key)} here.${advice}`, 'key');
    }
  }

  /** Whether a required property is not given; reports it then. */
  isMissing(key: string): boolean {
    if (this.value(key) !== undefined) return false;
    if (Object.hasOwn(this.#mapping, key)) {
      this.report('missing-property', key, `${quoteShort(key)} is required and has no value.`, 'key');
    } else {
      const message = `${quoteShort(key)} is required and missing.`;
      this.#reading.findings.push({ code: 'missing-property', message, path: this.path, at: 'first-key' });
    }
    return true;
  }

  #placed(value: JsonValue, path: Path, what: string): PlacedMapping[] {
    if (isMapping(value)) return [{ mapping: value, path }];
    const message = `${what} must be a mapping; found ${describeValue(value)}.`;
    this.#reading.findings.push({ code: 'not-a-mapping', message, path });
    return [];
  }

  #reportType(key: string, expected: string, found: JsonValue | undefined): void {
    this.report('wrong-type', key, `${quoteShort(key)} must be ${expected}; found ${describeValue(found)}.`);
  }
}

/** A mapping inside the document and its path. */
export interface PlacedMapping {
  readonly mapping: JsonObject;
  readonly path: Path;
}

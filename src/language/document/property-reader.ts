import { alternatives, describeValue, entryAdvice, quoteShort } from '../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { plainNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { Entries, type PlacedMap } from './entries.ts';
import type { Reading } from './reading.ts';
import { unknownProperty } from './unknown-property.ts';

/**
 * Reads the properties of one map, each by its type, and reports those of another type. A property without a value
 * (`key:`) counts as missing.
 */
export class PropertyReader {
  readonly path: Path;
  readonly problems: Problem[];
  readonly reading: Reading;
  readonly #map: JsonObject;

  constructor({ map, path }: PlacedMap, reading: Reading) {
    this.path = path;
    this.problems = reading.problems;
    this.#map = map;
    this.reading = reading;
  }

  get names(): readonly string[] {
    return Object.keys(this.#map);
  }

  /** The value of any type; undefined if the property is missing. */
  value(key: string): JsonValue | undefined {
    const value = this.#map[key] ?? undefined;
    return value !== undefined && Object.hasOwn(this.#map, key) ? value : undefined;
  }

  pathOf(key: string): Path {
    return [...this.path, key];
  }

  /** Reports a problem of a property, or of a value below it. */
  report(code: ProblemCode, key: string, message: string, { below = [], ...where }: Place = {}): void {
    this.problems.push({ code, message, path: [...this.path, key, ...below], ...where });
  }

  /** Whether a required property is missing; reports it if so. */
  isMissing(key: string): boolean {
    if (this.value(key) !== undefined) return false;
    if (Object.hasOwn(this.#map, key)) {
      this.report('missing-property', key, `${quoteShort(key)} is required, but has no value.`, { at: 'key' });
    } else {
      const message = `${quoteShort(key)} is required.`;
      this.problems.push({ code: 'missing-property', message, path: this.path, at: 'first-key' });
    }
    return true;
  }

  /**
   * A string. A plain number or boolean is read as its source text, with a warning (docs/reference/flows.md).
   * @param isSecret keeps the value out of the warning
   */
  text(key: string, { isSecret = false } = {}): string | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.#asText(key, value, [], isSecret);
  }

  /** A non-empty string. */
  filledText(key: string): string | undefined {
    const text = this.text(key);
    if (text !== '') return text;
    this.report('invalid-value', key, `${quoteShort(key)} must not be empty.`);
    return undefined;
  }

  /** A list of strings, without items of other types; undefined if the property is missing or not a list. */
  texts(key: string): readonly PlacedText[] | undefined {
    return this.list(key)?.flatMap((entry, index) => {
      const text = this.entryText(key, entry, index);
      return text === undefined ? [] : [{ text, index }];
    });
  }

  /** One item of a list as a string. */
  entryText(key: string, entry: JsonValue, index: number): string | undefined {
    return this.#asText(key, entry, [index]);
  }

  list(key: string): readonly JsonValue[] | undefined {
    const value = this.value(key);
    if (value === undefined || Array.isArray(value)) return value;
    this.reportType(key, 'a list', value);
    return undefined;
  }

  /** The items of a list of maps; empty if the property is missing or not a list. */
  entries(key: string): Entries {
    return new Entries(this.list(key) ?? [], this.pathOf(key), this.problems);
  }

  boolean(key: string): boolean | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'boolean') return value;
    this.reportType(key, 'true or false', value);
    return undefined;
  }

  number(key: string): number | undefined {
    const value = plainNumber(this.value(key));
    if (value === undefined || typeof value === 'number') return value;
    this.reportType(key, 'a number', value);
    return undefined;
  }

  integer(key: string): number | undefined {
    const value = this.value(key);
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
    this.reportType(key, 'an integer', value);
    return undefined;
  }

  /** One of the given words; undefined if it is missing or another word. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(key);
    const word = words.find((candidate) => candidate === text);
    if (text !== undefined && word === undefined) {
      const advice = this.reading.suggestions.for(text, words);
      const message = `${quoteShort(key)} must be one of ${alternatives(words)}; found ${quoteShort(text)}.${advice}`;
      this.report('invalid-value', key, message);
    }
    return word;
  }

  /** A map, as a reader of its own properties. */
  mapAt(key: string): PropertyReader | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (isJsonObject(value)) return new PropertyReader({ map: value, path: this.pathOf(key) }, this.reading);
    this.report('not-a-mapping', key, `${quoteShort(key)} must be a map; found ${describeValue(value)}.`);
    return undefined;
  }

  /** Every property except the known ones. */
  rest(known: ReadonlySet<string> = new Set()): JsonObject {
    const rest: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(this.#map)) if (!known.has(key)) setOwn(rest, key, value);
    return rest;
  }

  /**
   * Reports every property except the known ones.
   * @param explain a more precise problem for a property than that it is unknown
   */
  reportUnknown(known: ReadonlySet<string>, explain?: (name: string) => string | undefined): void {
    const nearest = (name: string, allowed: readonly string[]) => this.reading.suggestions.for(name, allowed);
    for (const name of this.names) {
      if (known.has(name)) continue;
      const problem = unknownProperty(name, [...known], nearest);
      this.problems.push({ ...problem, message: explain?.(name) ?? problem.message, path: this.pathOf(name) });
    }
  }

  reportType(key: string, expected: string, found: JsonValue, below: Path = []): void {
    const what = below.length === 0 ? quoteShort(key) : `Each item of ${quoteShort(key)}`;
    const advice = below.length > 0 ? entryAdvice(found) : '';
    this.report('wrong-type', key, `${what} must be ${expected}; found ${describeValue(found)}.${advice}`, { below });
  }

  #asText(key: string, given: JsonValue, below: Path, isSecret = false): string | undefined {
    const value = plainNumber(given);
    if (typeof value === 'string') return value;
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      this.reportType(key, 'a string', value, below);
      return undefined;
    }
    const text = this.reading.sourceText([...this.path, key, ...below]) ?? String(value);
    const kind = typeof value === 'number' ? 'number' : 'boolean';
    const message = isSecret
      ? `A ${kind} is read as a string here; put it in quotes.`
      : `The ${kind} ${text} is read as the string ${quoteShort(text)}; put it in quotes.`;
    this.report('coerced-text', key, message, { below });
    return text;
  }
}

/** Where exactly a problem is: at the key of the property, below its value, or in a part of its string. */
type Place = Pick<Problem, 'at' | 'range'> & { readonly below?: Path };

/** An item of a list of strings. */
export interface PlacedText {
  readonly text: string;
  readonly index: number;
}

import { describeValue, entryAdvice, quoteShort } from '../../problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { Problem, Path, SourceText } from '../../problem/problem.ts';

/**
 * Reads the properties of an input, each by the type it should have, and reports what does not fit. A property without
 * a value (`key:`) counts as not given. Paths are relative to the input.
 */
export class PropertyReader {
  readonly problems: Problem[];
  readonly #mapping: JsonObject;
  readonly #sourceText: SourceText;
  readonly #path: Path;

  constructor(mapping: JsonObject, sourceText: SourceText, path: Path = [], problems: Problem[] = []) {
    this.#mapping = mapping;
    this.#sourceText = sourceText;
    this.#path = path;
    this.problems = problems;
  }

  get names(): readonly string[] {
    return Object.keys(this.#mapping);
  }

  /** The value as it is; undefined when the property is not given. */
  value(key: string): JsonValue | undefined {
    return Object.hasOwn(this.#mapping, key) ? (this.#mapping[key] ?? undefined) : undefined;
  }

  /** Reports something about a property, or about a value below it. */
  report(code: ProblemCode, key: string, message: string, { below = [], ...where }: Place = {}): void {
    this.problems.push({ code, message, path: [...this.#path, key, ...below], ...where });
  }

  /** Whether a required property is not given; reports it then. */
  isMissing(key: string): boolean {
    if (this.value(key) !== undefined) return false;
    if (Object.hasOwn(this.#mapping, key)) {
      this.report('missing-property', key, `${quoteShort(key)} is required and has no value.`, { at: 'key' });
    } else {
      const message = `${quoteShort(key)} is required and missing.`;
      this.problems.push({ code: 'missing-property', message, path: this.#path, at: 'first-key' });
    }
    return true;
  }

  /**
   * A text; a plain number or boolean is taken as its source text, with a warning (DESIGN 3).
   * @param isSecret the warning does not repeat the text
   */
  text(key: string, { isSecret = false } = {}): string | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.#asText(key, value, [], isSecret);
  }

  /** A list of texts, without the entries that are none; undefined when the property is not given or no list. */
  texts(key: string): readonly PlacedText[] | undefined {
    return this.list(key)?.flatMap((entry, index) => {
      const text = this.entryText(key, entry, index);
      return text === undefined ? [] : [{ text, index }];
    });
  }

  /** One entry of a list as a text. */
  entryText(key: string, entry: JsonValue, index: number): string | undefined {
    return this.#asText(key, entry, [index]);
  }

  list(key: string): readonly JsonValue[] | undefined {
    const value = this.value(key);
    if (value === undefined || Array.isArray(value)) return value;
    this.reportType(key, 'a list', value);
    return undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'boolean') return value;
    this.reportType(key, 'true or false', value);
    return undefined;
  }

  number(key: string): number | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'number') return value;
    this.reportType(key, 'a number', value);
    return undefined;
  }

  /** A mapping, to be read in its turn. */
  mapping(key: string): PropertyReader | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (isJsonObject(value))
      return new PropertyReader(value, (path) => this.#sourceText([key, ...path]), [...this.#path, key], this.problems);
    this.report('not-a-mapping', key, `${quoteShort(key)} must be a mapping; found ${describeValue(value)}.`);
    return undefined;
  }

  reportType(key: string, expected: string, found: JsonValue, below: Path = []): void {
    const what = below.length === 0 ? quoteShort(key) : `Each entry of ${quoteShort(key)}`;
    const advice = below.length > 0 ? entryAdvice(found) : '';
    this.report('wrong-type', key, `${what} must be ${expected}; found ${describeValue(found)}.${advice}`, { below });
  }

  #asText(key: string, value: JsonValue, below: Path, isSecret = false): string | undefined {
    if (typeof value === 'string') return value;
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      this.reportType(key, 'a text', value, below);
      return undefined;
    }
    const text = this.#sourceText([key, ...below]) ?? String(value);
    const kind = typeof value === 'number' ? 'number' : 'boolean';
    const message = isSecret
      ? `A ${kind} is taken as text here; quotes say so.`
      : `The ${kind} ${text} is taken as the text ${quoteShort(text)}; quotes say so.`;
    this.report('coerced-text', key, message, { below });
    return text;
  }
}

/** Where exactly a problem is: at the key of the property, below its value, or in a part of its text. */
type Place = Pick<Problem, 'at' | 'range'> & { readonly below?: Path };

/** An entry of a list of texts. */
export interface PlacedText {
  readonly text: string;
  readonly index: number;
}

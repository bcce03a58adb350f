import { PropertyReader } from './property-reader.ts';
import { describeValue, enumerate, quoteShort } from '../../problem/describe-value.ts';
import { translation } from '../../problem/foreign-word.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { Path } from '../../problem/problem.ts';
import type { Reading } from './reading.ts';
import { sourceTextBelow } from './reading.ts';

/**
 * Reads the properties of one mapping of a flow. What was asked for is known; `finish` reports everything else, so it
 * comes last. Paths are those of the document.
 */
export class MappingReader extends PropertyReader {
  readonly path: Path;
  readonly #mapping: JsonObject;
  readonly #reading: Reading;
  readonly #known = new Set<string>();

  constructor({ mapping, path }: PlacedMapping, reading: Reading) {
    super(mapping, sourceTextBelow(reading.sourceText, path), path, reading.problems);
    this.#mapping = mapping;
    this.path = path;
    this.#reading = reading;
  }

  override value(key: string): JsonValue | undefined {
    this.#known.add(key);
    return super.value(key);
  }

  pathOf(key: string): Path {
    return [...this.path, key];
  }

  /** A text that must be there and not be empty. */
  requiredText(key: string): string | undefined {
    const text = this.isMissing(key) ? undefined : this.text(key);
    if (text !== '') return text;
    this.report('invalid-value', key, `${quoteShort(key)} must not be empty.`);
    return undefined;
  }

  requiredInteger(key: string): number | undefined {
    return this.isMissing(key) ? undefined : this.integer(key);
  }

  integer(key: string): number | undefined {
    const value = this.value(key);
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
    this.reportType(key, 'an integer', value);
    return undefined;
  }

  /** One of the given words; the first is the default. */
  choice<Word extends string>(key: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.text(key);
    const word = words.find((candidate) => candidate === text);
    if (text !== undefined && word === undefined) {
      const advice = this.#reading.suggestions.for(text, words);
      this.report(
        'invalid-value',
        key,
        `${quoteShort(key)} cannot be ${quoteShort(text)}; allowed are ${enumerate(words)}.${advice}`,
      );
    }
    return word ?? words[0];
  }

  /** The mappings of a list, or of its first `max` entries; any other entry is reported. */
  mappings(key: string, max = Infinity): readonly PlacedMapping[] {
    const entries = this.list(key) ?? [];
    return entries.slice(0, max).flatMap((entry, index) => {
      if (isJsonObject(entry)) return [{ mapping: entry, path: [...this.pathOf(key), index] }];
      const message = `Each entry of ${quoteShort(key)} must be a mapping; found ${describeValue(entry)}.`;
      this.report('not-a-mapping', key, message, { below: [index] });
      return [];
    });
  }

  override mapping(key: string): MappingReader | undefined {
    const inner = super.mapping(key) && this.#mapping[key];
    return isJsonObject(inner)
      ? new MappingReader({ mapping: inner, path: this.pathOf(key) }, this.#reading)
      : undefined;
  }

  /** Everything that was not asked for. */
  rest(): JsonObject {
    return Object.fromEntries(Object.entries(this.#mapping).filter(([key]) => !this.#known.has(key)));
  }

  /** Reports everything that was not asked for. */
  finish(): void {
    for (const key of this.names) {
      if (this.#known.has(key)) continue;
      const suggestion = translation(key, this.#known) || this.#reading.suggestions.for(key, this.#known);
      const advice = suggestion === '' ? ` Allowed are ${enumerate([...this.#known])}.` : suggestion;
      this.report('unknown-property', key, `There is no property ${quoteShort(key)} here.${advice}`, { at: 'key' });
    }
  }
}

/** A mapping inside the document and its path. */
export interface PlacedMapping {
  readonly mapping: JsonObject;
  readonly path: Path;
}

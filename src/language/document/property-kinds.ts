import { quoteShort } from '../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import { capitalized } from '../../base/text/capitalized.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { Entries } from './entries.ts';
import { idSchema, readId, type IdRule } from './id-rule.ts';
import type { PropertyReader } from './property-reader.ts';
import { sectionSchema, type Properties, type Property, type ReadProperties, type Section } from './section.ts';

/** What every kind of property declares. */
export interface PropertyOptions {
  /** A sentence for editors and for the reference. */
  readonly description: string;
  /** Further text for the reference, in Markdown. */
  readonly details?: string;
  readonly required?: boolean;
}

/** A property of a custom kind. Reports the property if it is required and missing. */
export function property<Value>(
  options: PropertyOptions,
  kind: { readonly type: string; readonly schema: JsonObject },
  read: (reader: PropertyReader, key: string) => Value | undefined,
): Property<Value | undefined> {
  const { description, details, required = false } = options;
  return {
    type: kind.type,
    required,
    schema: { ...kind.schema, description },
    ...(details !== undefined && { details }),
    read: (reader, key) => (required && reader.isMissing(key) ? undefined : read(reader, key)),
  };
}

/** The same property, with a default. */
export function withDefault<Value extends JsonValue>(
  declared: Property<Value | undefined>,
  fallback: Value,
): Property<Value> {
  return {
    ...declared,
    schema: { ...declared.schema, default: fallback },
    read: (reader, key) => declared.read(reader, key) ?? fallback,
  };
}

export interface TextOptions extends PropertyOptions {
  /** Whether the empty string is rejected. */
  readonly filled?: boolean;
  /** Further keywords of its JSON Schema. */
  readonly keywords?: JsonObject;
}

export function text({ filled = false, keywords, ...options }: TextOptions): Property<string | undefined> {
  const schema = { type: 'string', ...(filled && { minLength: 1 }), ...keywords };
  return property(options, { type: 'string', schema }, (reader, key) =>
    filled ? reader.filledText(key) : reader.text(key),
  );
}

export function id(rule: IdRule, options: PropertyOptions): Property<string | undefined> {
  const details = [`${capitalized(rule.words)}.`, options.details ?? ''].join(' ').trim();
  const schema = idSchema(rule, options.description);
  return { type: 'string', required: true, schema, details, read: (reader, key) => readId(reader, key, rule) };
}

export function boolean(fallback: boolean, options: PropertyOptions): Property<boolean> {
  const declared = property(options, { type: 'boolean', schema: { type: 'boolean' } }, (reader, key) =>
    reader.boolean(key),
  );
  return withDefault(declared, fallback);
}

/** One of the given words. */
export function word<const Word extends string>(
  words: readonly Word[],
  fallback: Word,
  options: PropertyOptions,
): Property<Word> {
  const type = words.map((each) => `\`${each}\``).join(', ');
  const schema = { type: 'string', enum: words };
  const declared = property(options, { type, schema }, (reader, key) => reader.word(key, words));
  return withDefault<string>(declared, fallback) as Property<Word>; // a word or the fallback, which is one
}

export interface NumberOptions extends PropertyOptions {
  readonly minimum: number;
  /** The code for a number below the minimum; default `invalid-value`. */
  readonly code?: ProblemCode;
}

export function integer(options: NumberOptions): Property<number | undefined> {
  return numeric('integer', options, (reader, key) => reader.integer(key));
}

export function number(options: NumberOptions): Property<number | undefined> {
  return numeric('number', options, (reader, key) => reader.number(key));
}

function numeric(
  type: 'integer' | 'number',
  { minimum, code = 'invalid-value', ...options }: NumberOptions,
  read: (reader: PropertyReader, key: string) => number | undefined,
): Property<number | undefined> {
  return property(options, { type: `${type}, at least ${minimum}`, schema: { type, minimum } }, (reader, key) => {
    const value = read(reader, key);
    if (value !== undefined && value < minimum)
      reader.report(code, key, `${quoteShort(key)} must be at least ${minimum}; found ${value}.`);
    return value;
  });
}

/** A map of names to strings. */
export function texts(options: PropertyOptions): Property<Readonly<Record<string, string>> | undefined> {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return property(options, { type: 'map of strings', schema }, (reader, key) => {
    const inner = reader.mapAt(key);
    const named = inner?.names.flatMap((name) => {
      const given = inner.isMissing(name) ? undefined : inner.text(name);
      return given === undefined ? [] : [[name, given] as const];
    });
    return named && Object.fromEntries(named);
  });
}

/** A map of any values. */
export function anyMap({
  keywords,
  ...options
}: PropertyOptions & Pick<TextOptions, 'keywords'>): Property<JsonObject | undefined> {
  return property(options, { type: 'map', schema: { type: 'object', ...keywords } }, (reader, key) =>
    reader.mapAt(key)?.rest(),
  );
}

export interface EntriesOptions extends PropertyOptions {
  /** The JSON Schema of an item. */
  readonly items: JsonObject;
  /** What the items are, in the plural and in Markdown. */
  readonly of: string;
  /** The message for an empty list, if the list must not be empty. */
  readonly whenEmpty?: string;
}

/** A list of maps. They are read after the section that contains the list. */
export function entries({ items, of, whenEmpty, ...options }: EntriesOptions): Property<Entries> {
  const schema = { type: 'array', items, ...(whenEmpty !== undefined && { minItems: 1 }) };
  const declared = property(options, { type: `list of ${of}`, schema }, () => undefined);
  return {
    ...declared,
    read(reader, key) {
      if (options.required) reader.isMissing(key);
      const given = reader.value(key);
      if (whenEmpty !== undefined && Array.isArray(given) && given.length === 0)
        reader.report('empty-list', key, whenEmpty);
      return reader.entries(key);
    },
  };
}

/**
 * A map with known properties.
 * @param convert converts what was read to the value, and reports problems that involve several properties
 */
export function nested<Table extends Properties, Value = ReadProperties<Table>>(
  inner: Section<Table>,
  options: PropertyOptions,
  convert: (read: ReadProperties<Table>, reader: PropertyReader) => Value | undefined,
): Property<Value | undefined> {
  const names = Object.keys(inner.properties).map((name) => `\`${name}\``);
  const kind = { type: `map with ${names.join(', ')}`, schema: sectionSchema(inner) };
  return property(options, kind, (reader, key) => {
    const below = reader.mapAt(key);
    return below && convert(inner.read(below), below);
  });
}

import { describeValue, quoteShort } from '../../base/problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { property, type PropertyOptions } from '../document/property-kinds.ts';
import { PropertyReader } from '../document/property-reader.ts';
import { sectionSchema, type Property, type Section } from '../document/section.ts';
import { patternProblem } from '../expressions/portable-pattern.ts';
import type { Expected, TextMatch } from './test-suite.ts';

const patternSchema: JsonObject = {
  type: 'object',
  properties: { matches: { type: 'string', description: 'A pattern that must be found.' } },
  required: ['matches'],
  additionalProperties: false,
};

/** The schema of a text that must be equal, or of a pattern. */
const matchSchema: JsonObject = { anyOf: [{ type: 'string' }, patternSchema] };

/** A text that must be equal, or `{matches: pattern}`. */
export function textMatch(options: PropertyOptions): Property<Expected<TextMatch> | undefined> {
  return property(options, { type: 'string or `{matches: pattern}`', schema: matchSchema }, (reader, key) =>
    isJsonObject(reader.value(key)) ? readPattern(reader.mapAt(key)) : textOf(reader, key),
  );
}

function textOf(reader: PropertyReader, key: string): Expected<TextMatch> | undefined {
  const text = reader.text(key);
  return text === undefined ? undefined : { kind: 'text', text, path: reader.pathOf(key) };
}

function readPattern(reader: PropertyReader | undefined): Expected<TextMatch> | undefined {
  if (reader === undefined) return undefined;
  const pattern = reader.isMissing('matches') ? undefined : reader.text('matches');
  reader.reportUnknown(new Set(['matches']));
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (problem !== undefined) reader.report('invalid-expression', 'matches', problem);
  return pattern === undefined || problem !== undefined ? undefined : { kind: 'pattern', pattern, path: reader.path };
}

/** One text or pattern, or a list of them. */
export function textMatches(options: PropertyOptions): Property<readonly Expected<TextMatch>[]> {
  const schema = { anyOf: [...(matchSchema.anyOf as JsonValue[]), { type: 'array', items: matchSchema }] }; // above
  const single = textMatch(options);
  const declared = property(
    options,
    { type: 'string, `{matches: pattern}`, or a list of these', schema },
    () => undefined,
  );
  return {
    ...declared,
    read(reader, key) {
      const value = reader.value(key);
      if (Array.isArray(value)) return value.flatMap((item, index) => readItem(reader, key, item, index) ?? []);
      const one = single.read(reader, key);
      return one === undefined ? [] : [one];
    },
  };
}

function readItem(
  reader: PropertyReader,
  key: string,
  item: JsonValue,
  index: number,
): Expected<TextMatch> | undefined {
  const path = [...reader.pathOf(key), index];
  if (isJsonObject(item)) return readPattern(new PropertyReader({ map: item, path }, reader.reading));
  const text = reader.entryText(key, item, index);
  return text === undefined ? undefined : { kind: 'text', text, path };
}

/**
 * One of the given words, or none.
 * @param type the words for the reference
 */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  options: PropertyOptions,
  type = words.map((each) => `\`${each}\``).join(', '),
): Property<Word | undefined> {
  return property(options, { type, schema: { type: 'string', enum: words } }, (reader, key) => reader.word(key, words));
}

/** A list of strings, or a single one. */
export function textOrTexts(options: PropertyOptions): Property<readonly string[] | undefined> {
  const schema: JsonObject = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
  return property(options, { type: 'string or list of strings', schema }, (reader, key) => {
    if (Array.isArray(reader.value(key))) return reader.texts(key)?.map(({ text }) => text);
    const text = reader.text(key);
    return text === undefined ? undefined : [text];
  });
}

export interface NamedSections<Value, Word extends string = string> {
  readonly section: Section;
  /** What the values are, in Markdown: `[mock](#mocks)`. */
  readonly of: string;
  /** The short form of a value, if it has one. */
  readonly short?: { readonly words: readonly Word[]; readonly read: (word: Word, path: Path) => Value };
  readonly read: (reader: PropertyReader) => Value | undefined;
  readonly max: number;
}

type Path = PropertyReader['path'];

/** A map of names to maps with known properties. */
export function namedSections<Value, Word extends string = string>(
  options: PropertyOptions,
  { section, of, short, read, max }: NamedSections<Value, Word>,
): Property<ReadonlyMap<string, Value>> {
  const full = sectionSchema(section);
  const each = short === undefined ? full : { anyOf: [{ type: 'string', enum: short.words }, full] };
  const kind = { type: `map of ${of}`, schema: { type: 'object', additionalProperties: each, maxProperties: max } };
  return {
    ...property(options, kind, () => undefined),
    read(reader, key) {
      const map = reader.mapAt(key);
      const values = new Map<string, Value>();
      if (map === undefined) return values;
      if (map.names.length > max)
        reader.report('invalid-value', key, `${quoteShort(key)} has ${map.names.length} items; the maximum is ${max}.`);
      for (const name of map.names.slice(0, max)) {
        const value = readNamed(map, name);
        if (value !== undefined) values.set(name, value);
      }
      return values;
    },
  };

  function readNamed(map: PropertyReader, name: string): Value | undefined {
    const given = map.value(name);
    if (short !== undefined && typeof given === 'string') {
      const word = map.word(name, short.words);
      return word === undefined ? undefined : short.read(word, map.pathOf(name));
    }
    if (given === undefined) {
      const example = short === undefined ? '{}' : String(short.words[0]);
      const message = `${quoteShort(name)} has no value; write ${quoteShort(name)}: ${example}.`;
      map.report('missing-property', name, message, { at: 'key' });
      return undefined;
    }
    if (!isJsonObject(given) && short !== undefined) {
      const message = `${quoteShort(name)} must be a map or one of ${short.words.join(', ')}; found ${describeValue(given)}.`;
      map.report('wrong-type', name, message);
      return undefined;
    }
    const below = map.mapAt(name);
    return below && read(below);
  }
}

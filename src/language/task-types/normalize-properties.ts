import { quoteShort } from '../../base/problem/describe-value.ts';
import type { Path, Problem, SourceText } from '../../base/problem/problem.ts';
import { isExactNumber, type ExactNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { parseCondition } from '../expressions/parse-condition.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import type { TextProperty } from '../flow/task-types.ts';
import { valueOfText, type ValueRule } from '../flow/value-rule.ts';
import { schemaOfItem, schemaOfKey, type PropertySchema } from './property-schema.ts';

/**
 * Reads the properties as their schema means them. A number or boolean in the place of a string is its source text,
 * with a problem (docs/reference/flows.md). A string in the place of a number or boolean is that value. A property
 * without a value (`env:`) counts as missing, and so does an optional list without items (`outputFiles: []`) if the
 * schema demands items. Windows line breaks in scripts become LF, with a problem. An item of a map without a value is kept and rejected later, because nobody writes the name of
 * a variable or a header only to omit it.
 */
export function normalizeProperties(
  properties: JsonObject,
  schema: PropertySchema,
  sourceText: SourceText,
): { properties: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  /** The path of the value that is being read. */
  const path: (string | number)[] = [];
  return { properties: normalizeObject(properties, schema), problems };

  function normalize(value: JsonValue, expected: PropertySchema): JsonValue {
    if (typeof value === 'string') {
      if (scripts.has(expected.language)) return withLineFeeds(value);
      return expected.value === undefined ? value : (valueOfText(value, expected.value.type) ?? value);
    }
    if (Array.isArray(value)) {
      if (expected.isTaskList) return value.map(idOf);
      if (expected.isInputList) return value;
      const items = schemaOfItem(expected);
      return value.map((item: JsonValue, index) => normalizeAt(index, item, items));
    }
    if (isJsonObject(value)) return normalizeObject(value, expected);
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || isExactNumber(value);
    return isPlain && expected.types.includes('string') && !accepts(expected, value) ? asText(value) : value;
  }

  function normalizeAt(part: string | number, value: JsonValue, expected: PropertySchema): JsonValue {
    path.push(part);
    const result = normalize(value, expected);
    path.pop();
    return result;
  }

  function normalizeObject(value: JsonObject, expected: PropertySchema): JsonObject {
    const normalized: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) {
      const named = expected.properties.get(key);
      if (item === null && named !== undefined && named.types.length > 0 && !named.types.includes('null')) continue;
      if (named?.needsItems === true && isEmptyList(item) && isOptional(key, value, expected)) continue;
      setOwn(normalized, key, normalizeAt(key, item, schemaOfKey(expected, key)));
    }
    return normalized;
  }

  /** A shell takes the CR for a part of the last word. A block of YAML has none: they come from JSON and from quotes. */
  function withLineFeeds(script: string): string {
    if (!script.includes('\r\n')) return script;
    problems.push({
      code: 'windows-line-breaks',
      message: 'The script has Windows line breaks (CR LF); it runs with LF instead.',
      path: [...path],
    });
    return script.replaceAll('\r\n', '\n');
  }

  function asText(value: number | boolean | ExactNumber): string {
    const place = [...path];
    const text = sourceText(place) ?? String(value);
    problems.push({
      code: 'coerced-text',
      message: `The ${typeof value === 'boolean' ? 'boolean' : 'number'} ${text} is read as the string ${quoteShort(text)}; put it in quotes.`,
      path: place,
    });
    return text;
  }
}

/** Languages of programs that tasks run. */
const scripts: ReadonlySet<PropertySchema['language']> = new Set(['shell', 'bash', 'python']);

/** The tasks themselves are read elsewhere. */
function idOf(task: JsonValue): string {
  return isJsonObject(task) && typeof task.id === 'string' ? task.id : '';
}

/** The paths of the lists of tasks in the properties of a block, in document order. */
export function taskListPaths(properties: JsonObject, schema: PropertySchema): readonly Path[] {
  const paths: Path[] = [];
  const collect = (value: JsonValue, of: PropertySchema, path: Path): void => {
    if (of.isTaskList) {
      if (Array.isArray(value)) paths.push(path);
    } else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) collect(item, schemaOfKey(of, key), [...path, key]);
    }
  };
  collect(properties, schema, []);
  return paths;
}

/** One of several alternatives is optional once another one has a value. */
function isOptional(key: string, given: JsonObject, { required, alternatives }: PropertySchema): boolean {
  if (required.includes(key)) return false;
  return !alternatives.includes(key) || alternatives.some((name) => name !== key && (given[name] ?? null) !== null);
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function accepts(schema: PropertySchema, value: number | boolean | ExactNumber): boolean {
  if (typeof value === 'boolean') return schema.types.includes('boolean');
  return schema.types.includes('number') || (Number.isInteger(Number(value)) && schema.types.includes('integer'));
}

/** Every string in which references are replaced, in document order, parsed as a template. */
export function textsBySchema(properties: JsonObject, schema: PropertySchema): readonly TextProperty[] {
  const texts: TextProperty[] = [];
  collectTexts(properties, { schema, path: [], required: false }, texts);
  return texts;
}

interface TextPlace {
  readonly schema: PropertySchema;
  readonly path: Path;
  /** Whether the string is required. */
  readonly required: boolean;
}

function collectTexts(value: JsonValue, { schema, path, required }: TextPlace, texts: TextProperty[]): void {
  if (typeof value === 'string') {
    const { language, scope } = schema;
    if (language === 'verbatim') return;
    const place = { path, text: value, language, ...(scope !== 'outside' && { scope }) };
    if (language === 'condition') {
      texts.push({ ...place, template: [], ...parseCondition(value) });
      return;
    }
    const rule: ValueRule | undefined = schema.value && { ...schema.value, required };
    const { template, problems } = parseTemplate(value);
    texts.push({ ...place, template, problems, ...(rule && { value: rule }) });
  } else if (schema.isTaskList || schema.isInputList) {
    return;
  } else if (Array.isArray(value)) {
    const items = schemaOfItem(schema);
    value.forEach((item: JsonValue, index) =>
      collectTexts(item, { schema: items, path: [...path, index], required: false }, texts),
    );
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const place = { schema: schemaOfKey(schema, key), path: [...path, key], required: schema.required.includes(key) };
      collectTexts(item, place, texts);
    }
  }
}

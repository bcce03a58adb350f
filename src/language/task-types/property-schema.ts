import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { TextLanguage, TextScope } from '../flow/task-types.ts';
import { boundKeywords, type ValueRule } from '../flow/value-rule.ts';

/** The parts of a JSON Schema of task properties that Flowgate itself uses, with alternatives merged. */
export interface PropertySchema {
  /** The accepted JSON types; empty if every value is accepted. */
  readonly types: readonly JsonType[];
  /** The language of strings; `verbatim` if references are not replaced. */
  readonly language: TextLanguage | 'verbatim';
  readonly properties: ReadonlyMap<string, PropertySchema>;
  /** The schema of additional properties. */
  readonly others?: PropertySchema;
  readonly items?: PropertySchema;
  /** Whether a list must have an item. */
  readonly needsItems: boolean;
  /** The rule for a number or boolean, if no string is accepted. */
  readonly value?: Omit<ValueRule, 'required'>;
  /** The required properties. */
  readonly required: readonly string[];
  /** Properties exactly one of which is required. */
  readonly alternatives: readonly string[];
  /** Whether a list contains tasks: it makes the type a block. */
  readonly isTaskList: boolean;
  /** Whether a list contains inputs, as a flow declares them. */
  readonly isInputList: boolean;
  /** What the references of strings can see, beside what the task itself can. */
  readonly scope: TextScope;
  /** Whether the keys are names of environment variables. */
  readonly environmentNames: boolean;
  /** The allowed values, for a message: `a list of strings`. */
  readonly expected: string;
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Flowgate's own keywords, which a schema can use besides those of JSON Schema. */
export const ownKeywords = ['x-language', 'x-names', 'x-expected', 'x-tasks', 'x-inputs', 'x-scope'] as const;

/** @throws {RangeError} for a schema that uses what task properties do not support: `$ref`, an unknown `x-language` */
export function readPropertySchema(schema: JsonValue | undefined): PropertySchema {
  if (!isJsonObject(schema)) return anything;
  if (schema.$ref !== undefined) throw new RangeError('$ref is not supported in the properties of a task');
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => listOf(schema[keyword])).map(readPropertySchema);
  const named = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const own = schema.type === undefined ? listOf(schema.enum).map(typeOfValue) : ([schema.type].flat() as JsonType[]); // ajv has compiled the schema
  const types = [...new Set(own.length > 0 ? own : branches.flatMap((branch) => branch.types))];
  const items =
    schema.items === undefined ? branches.find((branch) => branch.items)?.items : readPropertySchema(schema.items);
  const others = isJsonObject(schema.additionalProperties)
    ? readPropertySchema(schema.additionalProperties)
    : undefined;
  return {
    types,
    language: languageOf(schema, branches),
    properties: new Map([
      ...branches.flatMap((branch) => [...branch.properties]),
      ...named.map(([key, value]) => [key, readPropertySchema(value)] as const),
    ]),
    others: others ?? branches.find((branch) => branch.others)?.others,
    items,
    needsItems: schema.minItems !== undefined || branches.some((branch) => branch.needsItems),
    value: valueOf(schema, types, branches),
    required: requiredNames(schema, branches),
    alternatives: branches.flatMap((branch) => (branch.properties.size === 0 ? branch.required : [])),
    isTaskList: schema['x-tasks'] === true,
    isInputList: schema['x-inputs'] === true,
    scope: scopeOf(schema, branches),
    environmentNames: schema['x-names'] === 'environment' || branches.some((branch) => branch.environmentNames),
    expected: typeof schema['x-expected'] === 'string' ? schema['x-expected'] : describeTypes(types, items),
  };
}

/** The schema of the value at a path; one that accepts everything if none is known. */
export function schemaAt(schema: PropertySchema, path: Path): PropertySchema {
  let current = schema;
  for (const part of path)
    current = (typeof part === 'number' ? current.items : schemaOfKey(current, part)) ?? anything;
  return current;
}

export function schemaOfKey(schema: PropertySchema, key: string): PropertySchema {
  return schema.properties.get(key) ?? schema.others ?? anything;
}

export function schemaOfItem(schema: PropertySchema): PropertySchema {
  return schema.items ?? anything;
}

/** Whether a value that matches the schema can contain tasks. */
export function hasTaskList({ isTaskList, properties, others }: PropertySchema): boolean {
  const inside = [...properties.values(), ...(others === undefined ? [] : [others])];
  return isTaskList || inside.some(hasTaskList);
}

const anything: PropertySchema = {
  types: [],
  language: 'text',
  properties: new Map(),
  required: [],
  alternatives: [],
  needsItems: false,
  isTaskList: false,
  isInputList: false,
  scope: 'outside',
  environmentNames: false,
  expected: 'any value',
};

/** The required names of branches without properties exclude each other. */
function requiredNames(schema: JsonObject, branches: readonly PropertySchema[]): readonly string[] {
  const own = listOf(schema.required) as readonly string[]; // ajv has compiled it
  return [...own, ...branches.flatMap((branch) => (branch.properties.size === 0 ? [] : branch.required))];
}

function valueOf(
  schema: JsonObject,
  types: readonly JsonType[],
  branches: readonly PropertySchema[],
): PropertySchema['value'] {
  const [type, ...others] = types.filter((each) => each === 'integer' || each === 'number' || each === 'boolean');
  if (type === undefined || others.length > 0 || types.includes('string')) return undefined;
  const inherited = branches.find((branch) => branch.value !== undefined)?.value;
  const bounds = boundKeywords.flatMap((keyword) =>
    typeof schema[keyword] === 'number' ? [[keyword, schema[keyword]] as const] : [],
  );
  return { ...inherited, type, ...Object.fromEntries(bounds) };
}

// A record, so that a new language cannot be forgotten here.
const languages: Readonly<Record<TextLanguage | 'verbatim', true>> = {
  text: true,
  file: true,
  variables: true,
  shell: true,
  bash: true,
  python: true,
  json: true,
  url: true,
  header: true,
  condition: true,
  verbatim: true,
};

const scopes: Readonly<Record<TextScope, true>> = { outside: true, item: true, body: true };

function scopeOf(schema: JsonObject, branches: readonly PropertySchema[]): TextScope {
  const scope = schema['x-scope'];
  if (scope === undefined) return branches.find((branch) => branch.scope !== 'outside')?.scope ?? 'outside';
  if (typeof scope === 'string' && Object.hasOwn(scopes, scope)) return scope as TextScope; // checked above
  throw new RangeError(`x-scope must be one of ${Object.keys(scopes).join(', ')}; found ${JSON.stringify(scope)}`);
}

function languageOf(schema: JsonObject, branches: readonly PropertySchema[]): TextLanguage | 'verbatim' {
  if (schema.enum !== undefined || schema.const !== undefined) return 'verbatim';
  const language = schema['x-language'];
  if (language === undefined) return branches.find((branch) => branch.types.includes('string'))?.language ?? 'text';
  if (typeof language === 'string' && Object.hasOwn(languages, language)) return language as TextLanguage; // checked above
  throw new RangeError(
    `x-language must be one of ${Object.keys(languages).join(', ')}; found ${JSON.stringify(language)}`,
  );
}

const typeWords: Readonly<Record<JsonType, { one: string; many: string }>> = {
  string: { one: 'a string', many: 'strings' },
  number: { one: 'a number', many: 'numbers' },
  integer: { one: 'an integer', many: 'integers' },
  boolean: { one: 'true or false', many: 'booleans' },
  array: { one: 'a list', many: 'lists' },
  object: { one: 'a map', many: 'maps' },
  null: { one: 'nothing', many: 'nothing' },
};

function describeTypes(types: readonly JsonType[], items: PropertySchema | undefined): string {
  const words = types.map((type) => {
    const [itemType, ...others] = type === 'array' ? (items?.types ?? []) : [];
    const plural = itemType === undefined || others.length > 0 ? '' : ` of ${typeWords[itemType].many}`;
    return `${typeWords[type].one}${plural}`;
  });
  return words.length === 0 ? 'any value' : words.join(' or ');
}

function typeOfValue(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  return typeof value === 'number' ? 'number' : 'boolean';
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

import { commonTaskPropertyNames } from '../../../../src/language/flow/read/task-section.ts';

/** A property of a task type. */
export interface PropertyRow {
  readonly name: string;
  /** Such as `string` or `list of string`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Markdown. */
  readonly description: string;
  /** As JSON. */
  readonly fallback: string | undefined;
}

type JsonMap = Readonly<Record<string, unknown>>;

/** The properties in the JSON Schema of a task type, without those that every task has. */
export function propertyRows(schema: JsonMap): readonly PropertyRow[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isMap(schema.properties) ? Object.entries(schema.properties) : [];
  const own = properties.filter(([name]) => !commonTaskPropertyNames.includes(name));
  return own.map(([name, property]) => {
    const found = isMap(property) ? property : {};
    return {
      name,
      type: typeName(found),
      isRequired: required.includes(name),
      description: typeof found.description === 'string' ? found.description : '',
      fallback: found.default === undefined ? undefined : JSON.stringify(found.default),
    };
  });
}

function typeName(property: JsonMap): string {
  if (Array.isArray(property.enum)) return property.enum.map(String).join(' | ');
  if (property.type === 'array') return `list of ${isMap(property.items) ? typeName(property.items) : 'anything'}`;
  const alternatives = property.oneOf ?? property.anyOf;
  if (Array.isArray(alternatives))
    return [...new Set(alternatives.map((each) => (isMap(each) ? typeName(each) : 'anything')))].join(' or ');
  if (Array.isArray(property.type)) return property.type.map(wordOf).join(' or ');
  return property.type === undefined ? 'anything' : wordOf(property.type);
}

function wordOf(type: unknown): string {
  return type === 'object' ? 'map' : String(type);
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { JsonObject } from '../../problem/json-value.ts';
import type { PropertyReader } from './property-reader.ts';

/**
 * One property of a section of a document, declared once: how it is read, what JSON Schema says of it and what the
 * reference in the docs tells. `property-kinds.ts` makes the usual ones.
 */
export interface Property<Value> {
  /** What the value is, in Markdown for the reference: `string`, `[duration](flows.md#durations)`. */
  readonly type: string;
  readonly required: boolean;
  /** With `description`, and with `default` where leaving the property out means a value. */
  readonly schema: JsonObject;
  /** What the reference tells beside the description, in Markdown. */
  readonly details?: string;
  /** Reads the property and reports what is wrong with it; undefined when it is not given or cannot be read. */
  read(reader: PropertyReader, key: string): Value;
}

/** Properties by their names in the document. */
export type Properties = Readonly<Record<string, Property<unknown>>>;

/** What the properties are read as: by their names in camelCase, optional unless they are read as a value in any case. */
export type ReadProperties<Table extends Properties> = {
  readonly [Name in keyof Table as undefined extends ReadValue<Table[Name]> ? never : CamelCase<Name>]: ReadValue<
    Table[Name]
  >;
} & {
  readonly [Name in keyof Table as undefined extends ReadValue<Table[Name]> ? CamelCase<Name> : never]?: Exclude<
    ReadValue<Table[Name]>,
    undefined
  >;
};

type ReadValue<Declared> = Declared extends Property<infer Value> ? Value : never;

type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;

/** A map in a document whose properties are known: the flow itself, a task, a check. */
export interface Section<Table extends Properties = Properties> {
  /** What the map is, as a sentence. */
  readonly description: string;
  /** In the order in which they are read, shown and suggested. */
  readonly properties: Table;
  /** Reads the properties, and leaves others to somebody else. */
  readProperties(reader: PropertyReader): ReadProperties<Table>;
  /** Reads the properties, and reports all others. */
  read(reader: PropertyReader): ReadProperties<Table>;
}

export function section<Table extends Properties>(description: string, properties: Table): Section<Table> {
  const table = Object.entries(properties).map(([name, property]) => ({ name, key: camelCase(name), property }));
  const readProperties = (reader: PropertyReader): ReadProperties<Table> => {
    const values: Record<string, unknown> = {};
    for (const { name, key, property } of table) {
      const value = property.read(reader, name);
      if (value !== undefined) values[key] = value;
    }
    return values as ReadProperties<Table>; // made by the properties whose values these are
  };
  return {
    description,
    properties,
    readProperties,
    read(reader) {
      const values = readProperties(reader);
      reader.finish();
      return values;
    },
  };
}

/** The JSON Schema of a section: what it does not name is rejected. */
export function sectionSchema({ description, properties }: Section): JsonObject {
  const required = requiredNames(properties);
  return {
    type: 'object',
    description,
    properties: propertySchemas(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The JSON Schemas of properties, by name. */
export function propertySchemas(properties: Properties): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, { schema }]) => [name, schema]));
}

export function requiredNames(properties: Properties): readonly string[] {
  return Object.keys(properties).filter((name) => properties[name]?.required);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

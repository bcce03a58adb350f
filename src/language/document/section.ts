import type { JsonObject } from '../../base/text/json-value.ts';
import type { PropertyReader } from './property-reader.ts';

/**
 * One property of a section of a document, declared once: how to read it, its JSON Schema, and what the reference says.
 * `property-kinds.ts` creates the usual ones.
 */
export interface Property<Value> {
  /** What the value is, in Markdown for the reference: `string`, `[duration](flows.md#durations)`. */
  readonly type: string;
  readonly required: boolean;
  /** With `description`, and with `default` if there is one. */
  readonly schema: JsonObject;
  /** What the reference adds to the description, in Markdown. */
  readonly details?: string;
  /** Reads the property and reports its problems; undefined if it is missing or cannot be read. */
  read(reader: PropertyReader, key: string): Value;
}

/** Properties by their names in the document. */
export type Properties = Readonly<Record<string, Property<unknown>>>;

/** The values of the properties, by their names in camelCase; optional unless reading always gives a value. */
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

/** A map in a document with known properties: the flow itself, a task, a check. */
export interface Section<Table extends Properties = Properties> {
  /** What the map is, as a sentence. */
  readonly description: string;
  /** In the order in which they are read, shown and suggested. */
  readonly properties: Table;
  /** The names of the properties. */
  readonly names: ReadonlySet<string>;
  /** Reads the properties and leaves others to the caller. */
  readProperties(reader: PropertyReader): ReadProperties<Table>;
  /** Reads the properties and reports all others. */
  read(reader: PropertyReader): ReadProperties<Table>;
}

export function section<Table extends Properties>(description: string, properties: Table): Section<Table> {
  const names = new Set(Object.keys(properties));
  const table = Object.entries(properties).map(([name, property]) => ({ name, key: camelCase(name), property }));
  const readProperties = (reader: PropertyReader): ReadProperties<Table> => {
    const values: Record<string, unknown> = {};
    for (const { name, key, property } of table) {
      const value = property.read(reader, name);
      if (value !== undefined) values[key] = value;
    }
    return values as ReadProperties<Table>; // the properties have read these values
  };
  return {
    description,
    properties,
    names,
    readProperties,
    read(reader) {
      const values = readProperties(reader);
      reader.reportUnknown(names);
      return values;
    },
  };
}

/** The JSON Schema of a section, which rejects all other properties. */
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

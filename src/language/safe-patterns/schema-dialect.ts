import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { UserSchema } from './schema-keywords.ts';

/** A version of JSON Schema, by its name in messages. */
export type SchemaDialect = '2020-12' | '2019-09' | 'draft-07';

/** The `$schema` of each dialect, without a trailing `#`. */
const identifiers: Readonly<Record<SchemaDialect, string>> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
};

export const schemaDialects = Object.keys(identifiers) as readonly SchemaDialect[]; // the keys of the record above

/** The allowed values of `$schema`, as a sentence. */
export const dialectSentence = `"$schema" must be ${schemaDialects
  .map((dialect) => `"${identifiers[dialect]}${dialect === 'draft-07' ? '#' : ''}"`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')}.`;

/** The dialect of a schema by its `$schema`, 2020-12 without one; undefined for an unsupported one. */
export function dialectOf(schema: UserSchema): SchemaDialect | undefined {
  const named = typeof schema === 'boolean' ? undefined : schema['$schema'];
  return named === undefined ? '2020-12' : dialectNamed(named);
}

export function dialectNamed(identifier: JsonValue): SchemaDialect | undefined {
  if (typeof identifier !== 'string') return undefined;
  const plain = identifier.replace(/#$/, '');
  // Many authors write it with https, unlike the draft.
  const known = plain === 'https://json-schema.org/draft-07/schema' ? identifiers['draft-07'] : plain;
  return schemaDialects.find((dialect) => identifiers[dialect] === known);
}

/** The identifier of the meta-schema that comes with a validator of the dialect. */
export function metaSchemaOf(dialect: SchemaDialect): string {
  return identifiers[dialect];
}

/** A validator for schemas of one dialect. */
export type Validator = Ajv | Ajv2019 | Ajv2020;

export function newValidator(dialect: SchemaDialect, options: Options): Validator {
  switch (dialect) {
    case '2020-12':
      return new Ajv2020(options);
    case '2019-09':
      return new Ajv2019(options);
    case 'draft-07':
      // In draft-07, all keywords next to $ref are ignored.
      return new Ajv({ ...options, ignoreKeywordsWithRef: true });
  }
}

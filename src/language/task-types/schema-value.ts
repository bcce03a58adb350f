import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { ReferenceText } from '../expressions/parse-template.ts';

/**
 * The type of the values that a JSON Schema of task properties describes, as a module gets them. A number or boolean
 * can also be a reference, unless the schema has `"x-language": "verbatim"`. Supports `type`, `enum`, `const`, `oneOf`,
 * `anyOf`, `items`, `properties`, `required` and `additionalProperties`; anything else is any JSON.
 */
export type SchemaValue<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? TypedValue<Type, Schema>
      : Schema extends { readonly properties: unknown }
        ? ObjectValue<Schema>
        : Schema extends { readonly oneOf: readonly (infer Branch)[] } | { readonly anyOf: readonly (infer Branch)[] }
          ? SchemaValue<Branch>
          : JsonValue;

type TypedValue<Type, Schema> = Type extends readonly (infer Each)[]
  ? TypedValue<Each, Schema>
  : Type extends 'string'
    ? string
    : Type extends 'integer' | 'number'
      ? number | Reference<Schema>
      : Type extends 'boolean'
        ? boolean | Reference<Schema>
        : Type extends 'array'
          ? readonly (Schema extends { readonly items: infer Item } ? SchemaValue<Item> : JsonValue)[]
          : Type extends 'object'
            ? ObjectValue<Schema>
            : Type extends 'null'
              ? null
              : JsonValue;

type Reference<Schema> = Schema extends { readonly 'x-language': 'verbatim' } ? never : ReferenceText;

type ObjectValue<Schema> = Schema extends { readonly properties: infer Properties }
  ? {
      readonly [Name in keyof Properties as Name extends RequiredName<Schema> ? Name : never]: SchemaValue<
        Properties[Name]
      >;
    } & {
      readonly [Name in keyof Properties as Name extends RequiredName<Schema> ? never : Name]?: SchemaValue<
        Properties[Name]
      >;
    }
  : Schema extends { readonly additionalProperties: infer Others extends object }
    ? Readonly<Record<string, SchemaValue<Others>>>
    : JsonObject;

type RequiredName<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

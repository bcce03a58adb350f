import { expect, expectTypeOf, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import type { SchemaValue } from '../../../src/language/task-types/schema-value.ts';
import { defineTask, type ReferenceText } from '../../../src/language/task-types/task-contract.ts';

const names = { type: 'sample.Type', title: 'Sample', description: 'Shows types.', examples: [] };

test('the properties of a task have the type of their schema', () => {
  const task = defineTask({
    ...names,
    properties: {
      required: ['message', 'count'],
      oneOf: [{ required: ['commands'] }, { required: ['script'] }],
      properties: {
        message: { type: 'string', minLength: 1, description: 'A string.' },
        audience: { enum: ['team', 'everyone'], description: 'A word.' },
        count: { type: 'integer', description: 'A number.' },
        revision: { type: 'integer', 'x-language': 'verbatim', description: 'A number that is known.' },
        quiet: { type: 'boolean', description: 'A boolean.' },
        ids: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description: 'Either.' },
        volumes: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path'],
            properties: { path: { type: 'string' }, size: { type: 'number' } },
          },
          description: 'Objects.',
        },
        env: { type: 'object', additionalProperties: { type: 'string' }, description: 'A map.' },
        inputs: { type: 'object', description: 'Any map.' },
        either: { type: ['string', 'null'], description: 'A string or nothing.' },
        anything: { description: 'Anything.' },
      },
    },
    check: ({ properties }) => {
      expectTypeOf(properties.message).toEqualTypeOf<string>();
      expectTypeOf(properties.audience).toEqualTypeOf<'team' | 'everyone' | undefined>();
      expectTypeOf(properties.count).toEqualTypeOf<number | ReferenceText>();
      expectTypeOf(properties.revision).toEqualTypeOf<number | undefined>();
      expectTypeOf(properties.quiet).toEqualTypeOf<boolean | ReferenceText | undefined>();
      expectTypeOf(properties.ids).toEqualTypeOf<string | readonly string[] | undefined>();
      expectTypeOf(properties.volumes?.[0]?.path).toEqualTypeOf<string | undefined>();
      expectTypeOf(properties.volumes?.[0]?.size).toEqualTypeOf<number | ReferenceText | undefined>();
      expectTypeOf(properties.env).toEqualTypeOf<Readonly<Record<string, string>> | undefined>();
      expectTypeOf(properties.inputs).toEqualTypeOf<JsonObject | undefined>();
      expectTypeOf(properties.either).toEqualTypeOf<string | null | undefined>();
      expectTypeOf(properties.anything).toEqualTypeOf<JsonValue | undefined>();
      // @ts-expect-error -- the schema does not have it
      void properties.mesage;
      return [];
    },
  });
  expect(task.type).toBe('sample.Type');
});

test('a module can declare the type itself', () => {
  interface SampleProperties {
    readonly message: string;
  }
  const task = defineTask<SampleProperties>({
    ...names,
    properties: { properties: { message: { type: 'string', description: 'A string.' } } },
    check: ({ properties }) => {
      expectTypeOf(properties.message).toEqualTypeOf<string>();
      return [];
    },
  });
  expect(task.properties).toEqual({ properties: { message: { type: 'string', description: 'A string.' } } });
});

test('an untyped schema has untyped values', () => {
  expectTypeOf<SchemaValue<JsonObject>>().toEqualTypeOf<JsonValue>();
});

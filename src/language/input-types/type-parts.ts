import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { requireThat, type Checked, type FormControl } from './input-type.ts';
import type { TextFacts } from './text-rule.ts';

/** Building blocks of several types. */

/** A type whose values are JSON strings. */
export const stringValues = {
  form: 'string',
  notation: { kind: 'text' },
  accepts: (value: JsonValue): value is string => typeof value === 'string',
  fromText: (text: string): string => text,
  toText: (value: string): string => value,
} as const;

/** A type whose values are JSON numbers within bounds. @param schema of the bounds and of a suggestion */
export const numberValues = (
  schema: JsonObject,
  readBound: (properties: PropertyReader, key: string) => number | undefined,
) =>
  ({
    role: 'value',
    emptyText: 'missing',
    notation: { kind: 'value' },
    isShellWord: always,
    readConstraints: (properties: PropertyReader): Bounds => readOrder(properties, 'min', 'max', readBound),
    keywords: ({ constraints: { min, max } }: { readonly constraints: Bounds }): JsonObject => ({
      type: schema['type']!,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }),
    definition: {
      constraints: {
        min: { ...schema, description: 'The minimum value.' },
        max: { ...schema, description: 'The maximum value.' },
      },
      suggestion: schema,
    },
  }) as const;

export const always = (): boolean => true;
export const never = (): boolean => false;

/** A single line in Jenkins' form. */
export function oneLine(): FormControl {
  return { kind: 'line' };
}

/** The bounds for the rule in a running flow. */
export function boundFacts({ min, max }: Bounds): TextFacts {
  return { min, max };
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export type NoConstraints = Readonly<Record<never, never>>;

/** The constraints of a type without any. */
export function noConstraints(): NoConstraints {
  return {};
}

/** `1 character`, `2 characters` */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Reads two bounds. The first must be at most the second; otherwise both are left out. */
export function readOrder(
  properties: PropertyReader,
  minKey: string,
  maxKey: string,
  read: (properties: PropertyReader, key: string) => number | undefined,
): Bounds {
  const min = read(properties, minKey);
  const max = read(properties, maxKey);
  if (min !== undefined && max !== undefined && min > max) {
    properties.report(
      'invalid-constraint',
      minKey,
      `"${minKey}" must be at most "${maxKey}"; found ${min} and ${max}.`,
    );
    return {};
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** One message for each bound that a number exceeds. */
export function checkBounds(value: number, { min = -Infinity, max = Infinity }: Bounds): Checked {
  if (value < min) return { messages: [`Value must be at least ${min}; found ${value}`] };
  return requireThat(value <= max, () => `Value must be at most ${max}; found ${value}`);
}

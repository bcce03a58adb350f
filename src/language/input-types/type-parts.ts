import { quoteShort } from '../../problem/describe-value.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { GroovyCode } from '../../groovy/groovy-code.ts';
import { groovyNumber } from '../../groovy/quote.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { type Checked, demand, type FormControl } from './input-type.ts';

/** What several of the thirteen types are made of. */

/** A type whose values are strings in JSON. */
export const stringValues = {
  form: 'string',
  notation: { kind: 'text' },
  accepts: (value: JsonValue): value is string => typeof value === 'string',
  fromText: (text: string): string => text,
  toText: (value: string): string => value,
} as const;

export const always = (): boolean => true;
export const never = (): boolean => false;

/** A line in Jenkins' form. */
export function oneLine(): FormControl {
  return { kind: 'line' };
}

/** Bounds as the check of a build reads them. */
export function boundFacts({ min, max }: Bounds): Readonly<Record<string, GroovyCode | undefined>> {
  return {
    min: min === undefined ? undefined : groovyNumber(min),
    max: max === undefined ? undefined : groovyNumber(max),
  };
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export type NoConstraints = Readonly<Record<never, never>>;

/** The constraints of a type that has none. */
export function noConstraints(): NoConstraints {
  return {};
}

/** A text that has to have a form, which `form` says after "must be". */
export function checkForm(value: string, isRight: boolean, form: string): Checked {
  return demand(isRight, () => `Value must be ${form}; found ${quoteShort(value)}`);
}

/** `1 character`, `2 characters` */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Reads two bounds of which the first must not exceed the second; both are left out when it does. */
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
      `"${minKey}" must not be above "${maxKey}"; found ${min} and ${max}.`,
    );
    return {};
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** One message for each bound that a number breaks. */
export function checkBounds(value: number, { min = -Infinity, max = Infinity }: Bounds): Checked {
  if (value < min) return { messages: [`Value must be at least ${min}; found ${value}`] };
  return demand(value <= max, () => `Value must be at most ${max}; found ${value}`);
}

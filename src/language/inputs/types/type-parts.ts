import { quoteShort } from '../../../problem/describe-value.ts';
import type { JsonValue } from '../../../problem/json-value.ts';
import { type Checked, demand } from '../input-type.ts';
import type { PropertyReader } from '../../document/property-reader.ts';

/** What several of the thirteen types are made of. */

export function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

export function sameText(text: string): string {
  return text;
}

/** The constraints of a type that has none. */
export function noConstraints(): Readonly<Record<never, never>> {
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
): { readonly min?: number; readonly max?: number } {
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
export function checkBounds(
  value: number,
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
): Checked {
  if (value < min) return { messages: [`Value must be at least ${min}; found ${value}`] };
  return demand(value <= max, () => `Value must be at most ${max}; found ${value}`);
}

import { environmentName } from './reference.ts';
import { referenceOf, type ReferenceText } from './reference-text.ts';

/**
 * A number property as a shell word: `4`, or `"${CORES}"` for a reference, whose value the build has looked at before the
 * task begins. Without a value it is the default, and without a default an empty word.
 * @param fallback the default of the property
 */
export function shellNumber(value: number | ReferenceText | undefined, fallback?: number): string {
  return shellValue(value, fallback);
}

/** The same for a boolean property: `true`, `false`, or `"${DEBUG:-false}"` for a reference. */
export function shellBoolean(value: boolean | ReferenceText | undefined, fallback: boolean): string {
  return shellValue(value, fallback);
}

function shellValue(value: number | boolean | string | undefined, fallback: number | boolean | undefined): string {
  const reference = typeof value === 'string' ? referenceOf(value) : undefined;
  if (reference === undefined) return plainWord(value ?? fallback);
  return fallback === undefined
    ? `"\${${environmentName(reference)}}"`
    : `"\${${environmentName(reference)}:-${plainWord(fallback)}}"`;
}

/** Nothing but a number or boolean: a module that no compiler has checked may pass a text. */
function plainWord(value: unknown): string {
  if (value === undefined) return "''";
  if (typeof value !== 'boolean' && !Number.isFinite(value))
    throw new TypeError(`A number, a boolean or a reference is expected, not a value of type ${typeof value}`);
  return String(value);
}

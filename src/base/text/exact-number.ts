/**
 * A JSON number whose digits would change as a JavaScript number: beyond 2^53, with more decimals than a double has, or
 * in a form that JavaScript does not print, such as `1.0`. Holds the number as it was written; `String(number)` returns
 * it. A String object and no class of our own, because copies for other threads keep String objects as they are.
 */
// eslint-disable-next-line @typescript-eslint/no-wrapper-object-types -- see above
export type ExactNumber = String & { readonly [exact]: true };

declare const exact: unique symbol;

/** @param digits a JSON number */
export function exactNumber(digits: string): ExactNumber {
  return Object(digits) as ExactNumber; // the only place that makes one
}

export function isExactNumber(value: unknown): value is ExactNumber {
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- copies from other threads are instances too
  return value instanceof String;
}

/** The nearest double of an exact number; any other value unchanged. */
export function plainNumber<Value>(value: Value | ExactNumber): Value | number {
  return isExactNumber(value) ? Number(value) : value;
}

/** Whether JavaScript prints a JSON number as it was written. */
export function isPlainNumber(digits: string): boolean {
  return String(Number(digits)) === digits;
}

/** Whether the nearest double of a JSON number is another number. */
export function losesDigits(digits: string): boolean {
  if (isPlainNumber(digits)) return false;
  const [written, double] = [exactDigits(digits), exactDigits(String(Number(digits)))];
  return written?.digits !== double?.digits || written?.scale !== double?.scale;
}

/** The number `sign * 0.digits * 10^scale`, without zeros at either end of the digits; 0 has none. */
export interface ExactDigits {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly scale: number;
}

/** @returns the same for all spellings of a number; undefined for text that is not a JSON number */
export function exactDigits(number: string): ExactDigits | undefined {
  const [found, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (found === undefined) return undefined;
  const all = `${whole}${fraction}`;
  const start = all.search(/[1-9]/);
  if (start < 0) return { sign: 0, digits: '', scale: 0 };
  let end = all.length; // a pattern such as /0+$/ takes quadratic time
  while (all[end - 1] === '0') end--;
  return { sign: minus === '' ? 1 : -1, digits: all.slice(start, end), scale: Number(exponent) + whole.length - start };
}

import { exactDigits, isExactNumber, type ExactDigits } from '../../base/text/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';

/**
 * Doubles in the places of the numbers of a schema and a value, in the same order and as different as the numbers are:
 * a validator that computes with doubles then finds 9223372036854775808 greater than 9223372036854775807.
 */
export class ComparableNumbers {
  readonly #doubles = new Map<string, number>();
  readonly #exact = new Map<number, ExactDigits>();
  /** The numbers whose double is printed in another way, by that. */
  readonly #written = new Map<string, string>();

  constructor(values: readonly JsonValue[]) {
    const numbers = new Map<string, ExactDigits>();
    for (const value of values) collect(value, numbers);
    const inOrder = [...numbers].toSorted(([, left], [, right]) => compare(left, right));
    const isEqualToNext = inOrder.map(([, exact], index) => compare(exact, inOrder[index + 1]?.[1] ?? none) === 0);
    const doubles = inOrder.map(([digits]) => within(Number(digits)));
    for (let index = 1; index < doubles.length; index++) {
      const last = doubles[index - 1]!;
      doubles[index] = isEqualToNext[index - 1] ? last : Math.max(doubles[index]!, nextAfter(last));
    }
    // Numbers that have left the range of doubles that way become the largest ones in it.
    for (let index = doubles.length - 2; index >= 0; index--) {
      const next = doubles[index + 1]!;
      doubles[index] = isEqualToNext[index] ? next : Math.min(doubles[index]!, -nextAfter(-next));
    }
    for (const [index, [digits, exact]] of inOrder.entries()) {
      const double = doubles[index]!;
      this.#doubles.set(digits, double);
      this.#exact.set(double, exact);
      if (String(double) !== digits) this.#written.set(String(double), digits);
    }
  }

  /** The value with doubles. */
  in(value: JsonValue): JsonValue {
    if (typeof value === 'number' || isExactNumber(value)) return this.#doubles.get(String(value)) ?? Number(value);
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.in(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.in(item)])) as JsonObject;
  }

  /** Whether the number of a double is a multiple of that of another, which a computation with both could not tell. */
  isMultiple(double: number, ofDouble: number): boolean {
    const [number, divisor] = [this.#exact.get(double), this.#exact.get(ofDouble)];
    return number === undefined || divisor === undefined || isMultiple(number, divisor);
  }

  /** A message of the validator with the numbers as they were written. */
  asWritten(message: string): string {
    return message.replaceAll(/-?[0-9][0-9.e+-]*/g, (number) => this.#written.get(number) ?? number);
  }
}

function collect(value: JsonValue, numbers: Map<string, ExactDigits>): void {
  if (typeof value === 'number' || isExactNumber(value)) {
    const digits = exactDigits(String(value));
    if (digits !== undefined) numbers.set(String(value), digits);
  } else if (Array.isArray(value)) value.forEach((item: JsonValue) => collect(item, numbers));
  else if (isJsonObject(value)) Object.values(value).forEach((item) => collect(item, numbers));
}

function compare(left: ExactDigits, right: ExactDigits): number {
  if (left.sign !== right.sign) return left.sign - right.sign;
  const larger = left.scale - right.scale || (left.digits < right.digits ? -1 : Number(left.digits > right.digits));
  return left.sign * larger;
}

/** Larger than every number. */
const none: ExactDigits = { sign: 1, digits: '1', scale: Infinity };

/** Validators take infinity for no number. */
function within(double: number): number {
  return Math.min(Math.max(double, -Number.MAX_VALUE), Number.MAX_VALUE);
}

function isMultiple(number: ExactDigits, divisor: ExactDigits): boolean {
  if (number.sign === 0) return true;
  const shift = number.scale - number.digits.length - (divisor.scale - divisor.digits.length);
  if (shift < 0) return false; // the digits do not end with a zero
  const modulus = BigInt(divisor.digits);
  return (BigInt(number.digits) * powerOfTen(shift, modulus)) % modulus === 0n;
}

/** `10^exponent % modulus`, in a time that an exponent such as 1e9 does not let grow. */
function powerOfTen(exponent: number, modulus: bigint): bigint {
  let power = 1n;
  let base = 10n % modulus;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = (power * base) % modulus;
    base = (base * base) % modulus;
  }
  return power;
}

/** The next larger double that is finite; the largest one for itself. */
function nextAfter(double: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double === 0 ? 0 : double);
  view.setBigInt64(0, view.getBigInt64(0) + (double < 0 ? -1n : 1n));
  return within(view.getFloat64(0));
}

import { didYouMean } from '../../text/nearest-word.ts';
import type { OptionDeclaration } from '../declaration/option-declaration.ts';
import { UsageError } from '../terminal.ts';

/**
 * The value of an option or argument, from its text.
 * @throws {UsageError} if its declaration does not allow it
 */
export function readValue(name: string, { value, allowed, integer, read }: OptionDeclaration, text: string): unknown {
  const shown = value === undefined ? name : `--${name}`;
  if (allowed !== undefined) return readAllowed(shown, allowed, text);
  if (integer !== undefined) return readInteger(shown, integer, text);
  return read === undefined ? text : read(text);
}

function readAllowed(shown: string, allowed: readonly string[], text: string): string {
  const found = allowed.find((each) => each.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(
    `${shown} is ${JSON.stringify(text)}; allowed: ${allowed.join(', ')}.${didYouMean(text, allowed)}`,
  );
}

function readInteger(shown: string, { min, max }: NonNullable<OptionDeclaration['integer']>, text: string): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= (max ?? Infinity)) return number;
  const expected =
    max === undefined
      ? min === 1
        ? 'a positive integer'
        : `an integer from ${min}`
      : `an integer from ${min} to ${max}`;
  throw new UsageError(`${shown} is ${JSON.stringify(text)}; it must be ${expected}.`);
}

import { demand, type InputType } from '../input-type.ts';
import { codePointLength } from './string-type.ts';
import { isText, noConstraints, sameText } from './type-parts.ts';

const minLength = 4;

/**
 * A text that nobody may see: never echoed, not even its length, and as a default never shown. Also `credential:<id>`,
 * which names a credential of Jenkins; whether the namespace may use it is not known here.
 */
export const secretType: InputType<'SECRET', string> = {
  name: 'SECRET',
  expected: 'a text',
  constraintNames: [],
  notation: { kind: 'secret' },
  readConstraints: noConstraints,
  accepts: isText,
  check(value) {
    const isLong = value.length >= 2 * minLength || codePointLength(value) >= minLength;
    return demand(isLong, () => `Value must have at least ${minLength} characters; Jenkins cannot mask shorter ones`);
  },
  keywords: () => ({ type: 'string', format: 'password', writeOnly: true }),
  fromText: sameText,
  toText: sameText,
};

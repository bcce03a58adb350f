import { demand, type InputType } from './input-type.ts';
import { codePointLength } from './string-type.ts';
import { always, never, noConstraints, type NoConstraints, stringValues } from './type-parts.ts';

const minLength = 4;

/**
 * A string that stays hidden: not even its length is shown, nor a default. Also `credential:<id>`, which names a
 * Jenkins credential; whether the namespace may use it is checked elsewhere.
 */
export const secretType: InputType<'SECRET', NoConstraints, string> = {
  ...stringValues,
  name: 'SECRET',
  role: 'secret',
  emptyText: 'missing',
  foreignNames: ['PASSWORD'],
  expected: 'a string',
  definition: {
    description: 'A string that is hidden once entered.',
    constraints: {},
    suggestion: { type: 'string', minLength },
  },
  notation: { kind: 'secret' },
  readConstraints: noConstraints,
  check(value) {
    const isLong = value.length >= 2 * minLength || codePointLength(value) >= minLength;
    return demand(isLong, () => `Value must have at least ${minLength} characters; Jenkins cannot mask shorter ones`);
  },
  keywords: () => ({ type: 'string', format: 'password', writeOnly: true }),
  takes: always,
  isShellWord: never,
  build: { control: () => ({ kind: 'credential' }) },
  documentation: {
    value: 'a string of at least 4 characters, or `credential:<id>`',
    suggestion: '`credential:<id>`, or the secret itself with the warning `secret-default`',
  },
};

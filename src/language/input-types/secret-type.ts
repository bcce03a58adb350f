import { noViolation, type InputType } from './input-type.ts';
import { namesSecret, referenceProblem } from './secret-reference.ts';
import { codePointLength } from './string-type.ts';
import { always, never, noConstraints, stringValues, type NoConstraints } from './type-parts.ts';

// Programs print so short strings all the time, so that masking each of them would make a log unreadable.
const minMaskedLength = 4;

const shortNotice = `Value has fewer than ${minMaskedLength} characters, so it may not be masked everywhere`;

/**
 * A string that stays hidden: not even its length is shown, nor a default. Or a reference, which names a secret and is
 * shown; whether the namespace may use it is checked elsewhere.
 */
export const secretType: InputType<'SECRET', NoConstraints, string> = {
  ...stringValues,
  name: 'SECRET',
  role: 'secret',
  emptyText: 'missing',
  foreignNames: ['PASSWORD'],
  jenkinsParameters: ['password', 'credentials'],
  expected: 'a string',
  definition: {
    description: 'A string that is hidden once entered.',
    constraints: {},
    suggestion: { type: 'string' },
  },
  notation: { kind: 'secret' },
  readConstraints: noConstraints,
  check(value) {
    const problem = referenceProblem(value);
    if (problem !== undefined) return { messages: [problem], notices: [] };
    const isLong =
      namesSecret(value) || value.length >= 2 * minMaskedLength || codePointLength(value) >= minMaskedLength;
    return isLong ? noViolation : { messages: [], notices: [shortNotice] };
  },
  keywords: () => ({ type: 'string', format: 'password', writeOnly: true }),
  takes: always,
  isShellWord: never,
  build: { control: () => ({ kind: 'credential' }) },
  documentation: {
    value: 'a string, or a [reference](#secret-references)',
    suggestion: 'a [reference](#secret-references), or the secret itself with the warning `secret-default`',
  },
};

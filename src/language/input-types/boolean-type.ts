import type { JsonValue } from '../../base/text/json-value.ts';
import { noViolation, type InputType } from './input-type.ts';
import { always, never, noConstraints, type NoConstraints } from './type-parts.ts';

const words: Readonly<Record<string, boolean>> = { true: true, false: false };

/** `true` or `false`. */
export const booleanType: InputType<'BOOLEAN', NoConstraints, boolean> = {
  name: 'BOOLEAN',
  form: 'boolean',
  role: 'value',
  emptyText: 'missing',
  foreignNames: ['BOOL'],
  jenkinsParameters: ['booleanParam'],
  expected: 'true or false',
  definition: { description: 'true or false.', constraints: {}, suggestion: { type: 'boolean' } },
  notation: { kind: 'value' },
  readConstraints: noConstraints,
  accepts: (value: JsonValue): value is boolean => typeof value === 'boolean',
  check: () => noViolation,
  keywords: () => ({ type: 'boolean' }),
  fromText: (text) => (Object.hasOwn(words, text) ? words[text] : undefined),
  toText: String,
  takes: never,
  isShellWord: always,
  build: {
    rule: { kind: 'pattern', pattern: 'true|false', expected: 'true or false' },
    control: () => ({ kind: 'checkbox' }),
  },
  documentation: { value: '`true` or `false`', environment: '`true` or `false`' },
};

import type { JsonValue } from '../../../problem/json-value.ts';
import { type InputType, sound } from '../input-type.ts';
import { noConstraints } from './type-parts.ts';

const words: Readonly<Record<string, boolean>> = { true: true, false: false };

/** `true` or `false`. */
export const booleanType: InputType<'BOOLEAN', boolean> = {
  name: 'BOOLEAN',
  expected: 'true or false',
  constraintNames: [],
  notation: { kind: 'value' },
  readConstraints: noConstraints,
  accepts: (value: JsonValue): value is boolean => typeof value === 'boolean',
  check: () => sound,
  keywords: () => ({ type: 'boolean' }),
  fromText: (text) => (Object.hasOwn(words, text) ? words[text] : undefined),
  toText: String,
};

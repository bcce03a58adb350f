import type { InputType } from '../input-type.ts';
import { checkForm, isText, noConstraints, sameText } from './type-parts.ts';

const form = 'a duration such as 90s, 1.5m or 2h (a number and s, m or h)';
const pattern = '^[0-9]+(?:\\.[0-9]+)?[smh]$';
const duration = new RegExp(pattern, 'u');

/** A length of time, `<number><unit>` with the unit s, m or h. */
export const durationType: InputType<'DURATION', string> = {
  name: 'DURATION',
  expected: form,
  constraintNames: [],
  notation: { kind: 'text' },
  readConstraints: noConstraints,
  accepts: isText,
  check: (value) => checkForm(value, duration.test(value), form),
  keywords: () => ({ type: 'string', pattern }),
  fromText: sameText,
  toText: sameText,
};

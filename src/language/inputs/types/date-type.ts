import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from '../input-type.ts';
import { checkForm, isText, noConstraints, sameText } from './type-parts.ts';

const form = 'a date YYYY-MM-DD that the calendar has';

// The very check that JSON Schema validators make of `format: date`; this entry of the table is of this shape.
const { validate: isDate } = fullFormats.date as { validate: (text: string) => boolean };

/** A day of the Gregorian calendar, ISO 8601 `YYYY-MM-DD`. */
export const dateType: InputType<'DATE', string> = {
  name: 'DATE',
  expected: form,
  constraintNames: [],
  notation: { kind: 'text' },
  readConstraints: noConstraints,
  accepts: isText,
  check: (value) => checkForm(value, isDate(value), form),
  keywords: () => ({ type: 'string', format: 'date' }),
  fromText: sameText,
  toText: sameText,
};

import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from './input-type.ts';
import { stringsOfForm } from './strings-of-form.ts';
import { always, oneLine, type NoConstraints } from './type-parts.ts';

const form = 'a valid date YYYY-MM-DD';
/** A pattern cannot tell whether the day exists. */
const pattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

// The check that JSON Schema validators use for `format: date`; this item of the table has this shape.
const { validate: isDate } = fullFormats.date as { validate: (text: string) => boolean };

/** A date of the Gregorian calendar, ISO 8601 `YYYY-MM-DD`. */
export const dateType: InputType<'DATE', NoConstraints, string> = {
  ...stringsOfForm(form, isDate),
  name: 'DATE',
  order: 'day',
  definition: { description: 'A date, YYYY-MM-DD.', constraints: {}, suggestion: { type: 'string', pattern } },
  keywords: () => ({ type: 'string', format: 'date' }),
  isShellWord: always,
  build: {
    rule: { kind: 'date', pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}', expected: 'a date such as 2024-02-29' },
    control: oneLine,
  },
  documentation: { value: 'a calendar date, `2024-02-29`' },
};

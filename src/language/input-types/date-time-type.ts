import { isLocalDateTime, localDateTimePattern } from '../safe-patterns/local-date-time.ts';
import type { InputType } from './input-type.ts';
import { stringsOfForm } from './strings-of-form.ts';
import { always, oneLine, type NoConstraints } from './type-parts.ts';

const form = 'a valid date and time YYYY-MM-DDTHH:MM:SS without a time zone';
/** A pattern cannot tell whether the day exists. */
const pattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$';

/** A date and a time of day, ISO 8601 `YYYY-MM-DDTHH:MM:SS`, without a time zone. */
export const dateTimeType: InputType<'DATETIME', NoConstraints, string> = {
  ...stringsOfForm(form, isLocalDateTime),
  name: 'DATETIME',
  order: 'time',
  definition: {
    description: 'A date and time, YYYY-MM-DDTHH:MM:SS, without a time zone.',
    constraints: {},
    suggestion: { type: 'string', pattern },
  },
  keywords: () => ({ type: 'string', format: 'local-date-time', pattern: localDateTimePattern }),
  isShellWord: always,
  build: {
    rule: {
      kind: 'date',
      pattern: '.{10}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]',
      expected: 'a date and time such as 2024-02-29T08:00:00',
    },
    control: oneLine,
  },
  documentation: { value: '`2024-02-29T18:30:00`, without a time zone' },
};

import { isLocalDateTime, localDateTimePattern } from '../../patterns/local-date-time.ts';
import type { InputType } from '../input-type.ts';
import { checkForm, isText, noConstraints, sameText } from './type-parts.ts';

const form = 'a date and time YYYY-MM-DDTHH:MM:SS that the calendar has, without a zone';

/** A day and a time of day, ISO 8601 `YYYY-MM-DDTHH:MM:SS`, without a zone. */
export const dateTimeType: InputType<'DATETIME', string> = {
  name: 'DATETIME',
  expected: form,
  constraintNames: [],
  notation: { kind: 'text' },
  readConstraints: noConstraints,
  accepts: isText,
  check: (value) => checkForm(value, isLocalDateTime(value), form),
  keywords: () => ({ type: 'string', format: 'local-date-time', pattern: localDateTimePattern }),
  fromText: sameText,
  toText: sameText,
};

/**
 * The pattern of a date with a time: `YYYY-MM-DDTHH:MM:SS`, an existing day of the Gregorian calendar and a valid time,
 * without a time zone (docs/reference/inputs.md). The pattern includes the lengths of months and the leap years, so
 * that validators without the format `local-date-time` decide correctly.
 */
export const localDateTimePattern = [
  '^(?:',
  '[0-9]{4}-(?:',
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '|02-(?:0[1-9]|1[0-9]|2[0-8])',
  ')',
  '|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29',
  ')T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$',
].join('');

const localDateTime = new RegExp(localDateTimePattern, 'u');

/** Whether the text is such a date and time. */
export function isLocalDateTime(text: string): boolean {
  return localDateTime.test(text);
}

/**
 * The pattern of DATETIME: `YYYY-MM-DDTHH:MM:SS`, a real day of the Gregorian calendar, a real time, no zone
 * (docs/reference/inputs.md). It knows the length of the months and the leap years, so that a validator decides right
 * that does not know the format `local-date-time`.
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

/** Whether the text is a date and time of day as above. */
export function isLocalDateTime(text: string): boolean {
  return localDateTime.test(text);
}

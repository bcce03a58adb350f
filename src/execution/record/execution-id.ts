import { randomBytes } from 'node:crypto';

// Crockford's base 32: no I, L, O, U.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;
const randomLength = 16;

/** A ULID: 26 characters that sort by the time at which they were made, to the millisecond. */
export function newExecutionId(time: Date): string {
  const random = Array.from(randomBytes(randomLength), (byte) => digits[byte % 32]).join('');
  return timePrefix(time) + random;
}

/** What the ids made at a time begin with; ids of earlier times sort below it. */
export function timePrefix(time: Date): string {
  let rest = Math.max(0, time.getTime());
  let text = '';
  for (let place = 0; place < timeLength; place++) {
    text = digits[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Behind every id that was made at the time of another one. */
export function latestIdOf(id: string): string {
  return id.slice(0, timeLength).padEnd(timeLength + randomLength, digits.at(-1));
}

/** Whether a text has the form of an execution id; builds carry texts of others too. */
export function isExecutionId(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
}

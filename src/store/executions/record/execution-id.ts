import { randomFillSync } from 'node:crypto';

// Crockford's base 32: no I, L, O, U.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;
const randomLength = 16;

/** A ULID: 26 characters that sort by creation time, to the millisecond. */
export function newExecutionId(time: Date): string {
  let id = timePrefix(time);
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (const end = used + randomLength; used < end; used++) id += digits[pool[used]! % 32];
  return id;
}

// Random bytes for many IDs: getting those of each one costs as much as the rest of it.
const pool = Buffer.alloc(256 * randomLength);
let used = pool.length;

/** The common prefix of the IDs created at a time; earlier IDs sort before it. */
export function timePrefix(time: Date): string {
  let rest = Math.max(0, time.getTime());
  let text = '';
  for (let place = 0; place < timeLength; place++) {
    text = digits[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** When an ID was created, to the millisecond. */
export function timeOfId(id: string): Date {
  let time = 0;
  for (const digit of id.slice(0, timeLength)) time = time * 32 + digits.indexOf(digit);
  return new Date(time);
}

/** Sorts after every ID created at the same time. */
export function latestIdOf(id: string): string {
  return id.slice(0, timeLength).padEnd(timeLength + randomLength, digits.at(-1));
}

/** Whether a string has the form of an execution ID; builds can contain other strings. */
export function isExecutionId(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
}

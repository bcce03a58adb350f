import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time: wherever the two differ, and however long they are, it takes as long as for equal ones. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

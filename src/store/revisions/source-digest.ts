import { createHash } from 'node:crypto';

/** The SHA-256 of a source in hexadecimal, under which it is stored. */
export function sourceDigest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

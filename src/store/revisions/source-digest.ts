import { createHash } from 'node:crypto';

const known = new WeakMap<Buffer, string>();

/** The SHA-256 of a source in hexadecimal, under which it is stored. */
export function sourceDigest(bytes: Buffer): string {
  return known.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
}

/** Remembers the digest of a source that comes from the store, which has its own: each execution needs it. */
export function noteSourceDigest(bytes: Buffer, sha256: string): void {
  known.set(bytes, sha256);
}

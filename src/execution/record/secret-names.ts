import { randomBytes } from 'node:crypto';

/*
 * The worker fetches a file with a token that is kept like a secret of its execution: sealed, masked in every log, and
 * forgotten in the same step in which the execution ends (DESIGN 9.7).
 */

const prefix = 'file:';

/** What the token of an input's file is kept under; no input has such an id. */
export function fileSecret(inputId: string): string {
  return `${prefix}${inputId}`;
}

/** The input whose file a secret is the token of; undefined for a secret that is the value of an input. */
export function inputOfFileSecret(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** Unguessable, and plain in a URL. */
export function newFileToken(): string {
  return randomBytes(24).toString('base64url');
}

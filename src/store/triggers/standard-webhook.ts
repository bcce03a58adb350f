import { createHmac } from 'node:crypto';
import { isSameSecret } from '../secrets/secret-box.ts';

/** A delivery that is signed as Standard Webhooks 1.0 says (standardwebhooks.com); headers as they came. */
export interface SignedDelivery {
  /** `webhook-id`: the same for each attempt to send this delivery. */
  readonly id: string;
  /** `webhook-timestamp`: when it was sent, in seconds since 1970. */
  readonly timestamp: string;
  /** `webhook-signature`: `v1,<base64>` of one or more keys, with blanks between them. */
  readonly signatures: string;
}

/** How far the clock of a sender may differ; an eavesdropper can repeat a delivery for no longer. */
const toleranceMilliseconds = 5 * 60 * 1000;

/** Whether one of the signatures is that of the key, over id, time and body, and the time is about now. */
export function isSignedWith(
  key: string,
  { id, timestamp, signatures }: SignedDelivery,
  body: Buffer,
  now: Date,
): boolean {
  const expected = `v1,${createHmac('sha256', keyBytes(key)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  const isRight = signatures.split(' ').map((signature) => isSameSecret(signature, expected));
  const isTimely =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= toleranceMilliseconds;
  return isRight.some(Boolean) && isTimely && id !== '';
}

/** The key as senders of Standard Webhooks want to have it. */
export function signingSecret(key: string): string {
  return `whsec_${keyBytes(key).toString('base64')}`;
}

/** Keys are random bytes as base64url. */
function keyBytes(key: string): Buffer {
  return Buffer.from(key, 'base64url');
}

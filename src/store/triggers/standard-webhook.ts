import { createHmac } from 'node:crypto';
import { isSameSecret } from '../secrets/secret-box.ts';

/** A delivery signed according to Standard Webhooks 1.0 (standardwebhooks.com); with the headers as received. */
export interface SignedDelivery {
  /** `webhook-id`: the same for each attempt to send this delivery. */
  readonly id: string;
  /** `webhook-timestamp`: the time it was sent, in seconds since 1970. */
  readonly timestamp: string;
  /** `webhook-signature`: `v1,<base64>` of one or more keys, separated by spaces. */
  readonly signatures: string;
}

/** Max difference to the sender's clock; this also limits how long an eavesdropper can replay a delivery. */
const toleranceMilliseconds = 5 * 60 * 1000;

/** Whether one of the signatures over ID, time and body is valid for the key, and the time is recent. */
export function isSignedWith(
  key: string,
  { id, timestamp, signatures }: SignedDelivery,
  body: Buffer,
  now: Date,
): boolean {
  const expected = signedText(keyBytes(key), { id, timestamp }, body);
  const isRight = signatures.split(' ').map((signature) => isSameSecret(signature, expected));
  const isTimely =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= toleranceMilliseconds;
  return isRight.some(Boolean) && isTimely && id !== '';
}

/** The signature of a delivery that Flowgate sends. @param secret `whsec_<base64>` */
export function signatureOf(secret: string, delivery: Omit<SignedDelivery, 'signatures'>, body: Buffer): string {
  return signedText(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), delivery, body);
}

function signedText(key: Buffer, { id, timestamp }: Omit<SignedDelivery, 'signatures'>, body: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** The key in the format of Standard Webhooks senders. */
export function signingSecret(key: string): string {
  return `whsec_${keyBytes(key).toString('base64')}`;
}

/** Keys are random bytes as base64url. */
function keyBytes(key: string): Buffer {
  return Buffer.from(key, 'base64url');
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { apiTokenPrefix } from '../../base/masking/mask-api-tokens.ts';

/**
 * The text of an API token: `fgt_<id>_<secret><checksum>`. The id is public. The secret has 256 random bits. The
 * checksum tells a token that was copied incompletely from one that is unknown, without asking the store.
 */
export interface TokenText {
  readonly id: string;
  readonly secret: string;
}

const syntax = new RegExp(`^${apiTokenPrefix}([0-9a-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$`);

export function newTokenText(): TokenText {
  return { id: randomDigits(12, 36), secret: randomDigits(43, 62) };
}

export function formatToken({ id, secret }: TokenText): string {
  return `${apiTokenPrefix}${id}_${secret}${checksum(id, secret)}`;
}

/** @returns undefined if the text is not an API token, or its checksum is wrong */
export function parseToken(text: string): TokenText | undefined {
  const [, id, secret, sum] = syntax.exec(text) ?? [];
  if (id === undefined || secret === undefined || sum !== checksum(id, secret)) return undefined;
  return { id, secret };
}

/** What is stored instead of the secret. A salt or a slow hash would add nothing: nobody can guess 256 random bits. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [expected, given] = [Buffer.from(hash, 'hex'), Buffer.from(hashOfSecret(secret), 'hex')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** This many uniformly random digits of a base; `digits` starts with those of the smaller base. */
function randomDigits(length: number, base: 36 | 62): string {
  let text = '';
  while (text.length < length)
    // Bytes above the largest multiple of the base would make some digits more likely.
    for (const byte of randomBytes(length)) if (byte < 256 - (256 % base)) text += digits[byte % base];
  return text.slice(0, length);
}

/** Six digits of the SHA-256 of id and secret. */
function checksum(id: string, secret: string): string {
  let rest = createHash('sha256').update(`${id}_${secret}`).digest().readUIntBE(0, 6);
  let text = '';
  for (let index = 0; index < 6; index++) {
    text += digits[rest % 62];
    rest = Math.floor(rest / 62);
  }
  return text;
}

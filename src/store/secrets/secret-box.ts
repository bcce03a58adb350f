import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { AppError } from '../../base/problem/app-error.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Seals strings with AES-256-GCM, so that a store can keep them (docs/explanation/secrets.md). */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key any string; the encryption key is its SHA-256, so it is as strong as this string */
  constructor(key: string) {
    this.#key = createHash('sha256').update(key).digest();
  }

  /** @param purpose what the string is for; it can only be opened with the same purpose */
  seal(text: string, purpose: string): string {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @returns undefined if it was sealed with another key or for another purpose, or modified since */
  open(sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < nonceLength + tagLength) return undefined;
    const nonce = bytes.subarray(0, nonceLength);
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagLength }).setAAD(
      Buffer.from(purpose),
    );
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    try {
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  /** A key of 32 bytes for one purpose, from which neither this key nor that of another purpose can be computed. */
  keyFor(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, Buffer.alloc(0), purpose, 32));
  }

  /** Equal for equal strings; without the key it cannot be used to guess the string. */
  digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }
}

/** Compares in constant time, wherever the strings differ and however long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The error for what must be sealed when there is no key. @param what what needs sealing, in the plural */
export function keyNotConfigured(what: string): AppError {
  return new AppError('key-not-configured', `FLOWGATE_KEY is required: with REDIS_URL, it encrypts ${what}.`);
}

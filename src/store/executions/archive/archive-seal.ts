import { createHmac, timingSafeEqual } from 'node:crypto';
import { archiveDamaged } from '../../archive/archive-damaged.ts';

/** The content of an object, and whether this installation has written it. */
export interface SealedContent {
  readonly content: Buffer;
  /** False for an object of an older version, and for one that was signed with another key. */
  readonly isSigned: boolean;
}

// Of what follows the compressed content, programs that decompress it skip what begins with a zero.
const intro = '\0flowgate-signature-1 ';
const idLength = 16;
const macLength = 64;
const sealLength = intro.length + idLength + 1 + macLength + 1;

/**
 * Signs objects of the archive, which others may be able to write: a line after the compressed content, which programs
 * that decompress it ignore. The signature covers the name, so that no object can take the place of another. Nothing is
 * decompressed before it is checked (docs/decisions/storage.md).
 */
export class ArchiveSeal {
  readonly #key: Buffer | undefined;
  readonly #id: string;

  /** @param key for this purpose alone; undefined signs nothing, and takes no signature for valid */
  constructor(key: Buffer | undefined) {
    this.#key = key;
    this.#id = key === undefined ? '' : macOf(key, 'id', Buffer.alloc(0)).slice(0, idLength);
  }

  /** The content with its signature. */
  sign(name: string, content: Buffer): Buffer {
    if (this.#key === undefined) return content;
    return Buffer.concat([content, Buffer.from(`${intro}${this.#id} ${macOf(this.#key, name, content)}\n`)]);
  }

  /** @throws {AppError} `archive-damaged` if it was changed after this installation had signed it */
  open(name: string, stored: Buffer): SealedContent {
    const start = stored.length - sealLength;
    const line = stored.toString('latin1', Math.max(0, start));
    const [, id, mac] = form.exec(line) ?? [];
    if (id === undefined || mac === undefined) return { content: stored, isSigned: false };
    const content = stored.subarray(0, start);
    if (this.#key === undefined || id !== this.#id) return { content, isSigned: false };
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(this.#key, name, content))))
      throw archiveDamaged(name, 'was changed after it was signed');
    return { content, isSigned: true };
  }
}

const form = new RegExp(`^\\0${intro.slice(1)}([0-9a-f]{${idLength}}) ([0-9a-f]{${macLength}})\n$`);

function macOf(key: Buffer, name: string, content: Buffer): string {
  return createHmac('sha256', key).update(`${name}\n`).update(content).digest('hex');
}

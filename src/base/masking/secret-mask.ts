import { setImmediate as nextTurn } from 'node:timers/promises';
import { MaskStream } from './mask-stream.ts';
import { SecretTexts } from './secret-texts.ts';

// Masking this many characters takes a few milliseconds.
const maxPiece = 64 * 1024;
// Milliseconds after which other work has its turn.
const turnTime = 10;

/** Masks a text that arrives in chunks. */
export type TextMask = Pick<SecretMask, 'push' | 'end' | 'isHolding'>;

/**
 * Masks secrets in text that arrives in chunks. The result does not depend on the chunk boundaries: a possible
 * beginning of a secret is held back until the next chunk decides. Secrets that overlap become one mask. A secret of
 * several lines keeps its line breaks, because Jenkins masks its lines.
 *
 * Its time depends on the length of the text alone, whatever the secrets are. Preparing the search takes time too: with
 * secrets of users, wait for `prepare`, which does it in short steps; otherwise the first text waits for it.
 */
export class SecretMask {
  #secrets: readonly string[];
  #texts: SecretTexts;
  readonly #stream: TextMask;

  /**
   * @param secrets plain values without lone surrogates; each line of a value and every form in which tools print it
   * are masked too
   */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#texts = new SecretTexts(secrets);
    this.#stream = this.stream();
  }

  /** Adds secrets to mask in texts that begin later. */
  async add(secrets: readonly string[]): Promise<void> {
    this.#secrets = [...this.#secrets, ...secrets];
    this.#texts = new SecretTexts(this.#secrets);
    await this.prepare();
  }

  /** Prepares the search. */
  async prepare(): Promise<this> {
    for (let end = performance.now() + turnTime; !this.#texts.isReady; this.#texts.step()) {
      if (performance.now() < end) continue;
      await nextTurn();
      end = performance.now() + turnTime;
    }
    return this;
  }

  /** @returns the text that can be released so far */
  push(piece: string): string {
    return this.#stream.push(piece);
  }

  /** @returns the text held back; the mask can then be used for another text */
  end(): string {
    return this.#stream.end();
  }

  /** Whether text is held back that may be the beginning of a secret. */
  get isHolding(): boolean {
    return this.#stream.isHolding;
  }

  /** A mask for a further text that arrives in chunks at the same time. */
  stream(): TextMask {
    let stream: MaskStream | undefined;
    return {
      get isHolding() {
        return stream?.isHolding === true;
      },
      push: (piece) => {
        if (piece === '' || this.#texts.isEmpty) return piece;
        stream ??= new MaskStream(this.#texts.searches());
        return stream.push(piece);
      },
      end: () => {
        const rest = stream?.end() ?? '';
        stream = undefined;
        return rest;
      },
    };
  }

  /** Masks a complete text. */
  apply(text: string): string {
    if (text === '' || this.#texts.isEmpty) return text;
    const stream = new MaskStream(this.#texts.searches());
    return stream.push(text) + stream.end();
  }

  /** Like push, for a piece of any length; yields to other work. */
  async pushInTurns(piece: string): Promise<string> {
    await this.prepare();
    if (piece.length <= maxPiece) return this.push(piece);
    return inTurns(piece, (part) => this.push(part));
  }

  /** Like apply, for a text of any length; yields to other work. */
  async applyInTurns(text: string): Promise<string> {
    await this.prepare();
    if (text.length <= maxPiece || this.#texts.isEmpty) return this.apply(text);
    const stream = new MaskStream(this.#texts.searches());
    return (await inTurns(text, (part) => stream.push(part))) + stream.end();
  }
}

async function inTurns(text: string, mask: (part: string) => string): Promise<string> {
  let masked = '';
  for (let start = 0; start < text.length; start += maxPiece) {
    masked += mask(text.slice(start, start + maxPiece));
    await nextTurn();
  }
  return masked;
}

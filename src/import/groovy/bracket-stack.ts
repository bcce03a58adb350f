import type { Quote } from './read-string.ts';
import type { Token } from './token.ts';

/** A `{`, or a string that is being read, and the other brackets that are open in it. */
interface Frame {
  readonly token: Token | undefined;
  /** The quote of a string. */
  readonly quote: Quote | undefined;
  readonly open: { readonly token: Token; readonly closing: ')' | ']' }[];
  readonly counts: Record<')' | ']', number>;
}

/**
 * The brackets that are open at a point of the text. A closing bracket finds its partner although others were left open:
 * `}` closes the nearest `{`, and `)` and `]` never close what is outside the nearest `{`. Each step takes constant time
 * on average.
 */
export class BracketStack {
  readonly #frames: Frame[] = [newFrame(undefined, undefined)];

  /** The quote of the string that the text is in, undefined if it is in code. */
  get quote(): Quote | undefined {
    return this.#top.quote;
  }

  /** Whether the nearest open bracket is `(` or `[`. */
  get isInParentheses(): boolean {
    return this.#top.open.length > 0;
  }

  openBracket(token: Token): void {
    if (token.text === '{') {
      this.#frames.push(newFrame(token, undefined));
      return;
    }
    const closing = token.text === '(' ? ')' : ']';
    this.#top.open.push({ token, closing });
    this.#top.counts[closing]++;
  }

  openString(token: Token, quote: Quote): void {
    this.#frames.push(newFrame(token, quote));
  }

  /** Called for `)`, `]`, `}` and the end of a string, whose index is given. */
  close(text: string, index: number): void {
    if (text === ')' || text === ']') {
      this.#closeInFrame(text, index);
      return;
    }
    if (this.#frames.length === 1) return;
    const frame = this.#frames.pop();
    if (frame?.token !== undefined) frame.token.partner = index;
  }

  /** Remembers the first `->` directly inside a `{`. */
  noteArrow(index: number): void {
    const { token, open } = this.#top;
    if (token !== undefined && open.length === 0) token.arrow ??= index;
  }

  #closeInFrame(closing: ')' | ']', index: number): void {
    const { open, counts } = this.#top;
    if (counts[closing] === 0) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      counts[last.closing]--;
      if (last.closing !== closing) continue;
      last.token.partner = index;
      return;
    }
  }

  get #top(): Frame {
    return this.#frames.at(-1)!; // the first frame is never popped
  }
}

function newFrame(token: Token | undefined, quote: Quote | undefined): Frame {
  return { token, quote, open: [], counts: { ')': 0, ']': 0 } };
}

import type { Span } from './syntax.ts';

/**
 * A string with values is several tokens: `template-start`, the tokens of a value, `template-middle`, ...,
 * `template-end`. The last token of a file is `end`.
 */
export type TokenKind =
  | 'word'
  | 'keyword'
  | 'number'
  | 'string'
  | 'template-start'
  | 'template-middle'
  | 'template-end'
  | 'symbol'
  | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** For a string and the parts of a template: its text, with escapes resolved. Else as in the source. */
  readonly text: string;
  readonly isAfterNewline: boolean;
  /** What is wrong in a token that cannot be used, as a sentence. */
  readonly problem?: string;
  /** For an opening bracket and a `template-start`: the index of the token that closes it. */
  partner?: number;
  /** For `{`: the index of the `->` directly inside it. */
  arrow?: number;
}

const reserved =
  'abstract as assert boolean break byte case catch char class const continue def default do double else enum extends false final ' +
  'finally float for goto if implements import in instanceof int interface long native new null package private ' +
  'protected public return short static strictfp super switch synchronized this threadsafe throw throws trait ' +
  'transient true try void volatile while';

export const keywords: ReadonlySet<string> = new Set(reserved.split(' '));

export const primitiveTypes: ReadonlySet<string> = new Set(
  'boolean byte char double float int long short void'.split(' '),
);

export const modifiers: ReadonlySet<string> = new Set(
  'abstract def final native private protected public static strictfp synchronized threadsafe transient volatile'.split(
    ' ',
  ),
);

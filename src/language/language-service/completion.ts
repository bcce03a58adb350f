import type { TextRange } from '../../base/problem/problem.ts';

/** One suggestion of `complete`, as plain data. */
export interface Completion {
  /** The text shown in the list and compared with typed text. */
  readonly label: string;
  readonly kind: 'property' | 'value' | 'type' | 'reference' | 'snippet';
  /** A few words next to the label: `string, required`. */
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** The range to replace in the document, from offset to offset; it contains the cursor or touches it. */
  readonly range: TextRange;
  /** The new text, indented as its lines must be. */
  readonly newText: string;
  /** Parts of `newText` for the user to fill in, in order; possibly empty. */
  readonly placeholders?: readonly TextRange[];
}

/** The same, before the place in the document is known. */
export type Suggestion = Omit<Completion, 'range'>;

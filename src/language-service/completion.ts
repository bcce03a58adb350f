import type { TextRange } from '../problem/problem.ts';

/** One suggestion of `complete`, as plain data. */
export interface Completion {
  /** What the list shows and what typed text is compared with. */
  readonly label: string;
  readonly kind: 'property' | 'value' | 'type' | 'reference' | 'snippet';
  /** A few words beside the label: `string, required`. */
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** What to replace in the document, from offset to offset; it contains the cursor or touches it. */
  readonly range: TextRange;
  /** The new text, indented as its lines must be. */
  readonly newText: string;
  /** Parts of `newText` for the user to fill in, in order; possibly empty. */
  readonly placeholders?: readonly TextRange[];
}

/** The same, before the place in the document is known. */
export type Suggestion = Omit<Completion, 'range'>;

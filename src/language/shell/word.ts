import type { TextRange } from '../../base/problem/problem.ts';

/** A word of a command, as far as it was read. */
export interface Word {
  /** The characters so far, without quoted or expanded parts; only the first ones of a long word. */
  text: string;
  /** Whether `text` is the whole word. */
  plain: boolean;
  /** Whether it is `NAME=...`. */
  assignment: boolean;
  /** The references in it, if they may turn out to be evaluated as numbers. */
  readonly references: TextRange[];
}

export function newWord(): Word {
  return { text: '', plain: true, assignment: false, references: [] };
}

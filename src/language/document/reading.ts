import type { Path, Problem, SourceText } from '../../base/problem/problem.ts';
import type { Suggestions } from './suggestions.ts';

/** What all readers of sections share. */
export interface Reading {
  readonly sourceText: SourceText;
  readonly suggestions: Suggestions;
  /** Readers add the problems that they find here. */
  readonly problems: Problem[];
}

/** The source texts of a part of the document, by paths relative to that part. */
export function sourceTextBelow(sourceText: SourceText, base: Path): SourceText {
  return (path) => sourceText([...base, ...path]);
}

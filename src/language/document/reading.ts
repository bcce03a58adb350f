import type { Problem, Path, SourceText } from '../../problem/problem.ts';
import type { Suggestions } from './suggestions.ts';

/** What every reader of a section shares. */
export interface Reading {
  readonly sourceText: SourceText;
  readonly suggestions: Suggestions;
  /** Where readers put what they find. */
  readonly problems: Problem[];
}

/** The source texts of a part of the document, by paths relative to it. */
export function sourceTextBelow(sourceText: SourceText, base: Path): SourceText {
  return (path) => sourceText([...base, ...path]);
}

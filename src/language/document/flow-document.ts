import type { Problem, SourceRange, SourceText, TextRange } from '../../base/problem/problem.ts';
import type { JsonValue } from '../../base/text/json-value.ts';

/** The text of a flow as it was sent. JSON is YAML 1.2, so both give the same values and the same problems. */
export interface FlowSource {
  readonly text: string;
  readonly format: 'yaml' | 'json';
  /** The kind of document, for messages; default `flow`. */
  readonly noun?: string;
}

/** A parsed text: its plain value, and the position of each part of the value. */
export interface FlowDocument {
  /** Only JSON types; a number that JSON cannot represent (`.inf`) is its source text. */
  readonly value: JsonValue;
  /** The offsets that a problem points at, or those of the nearest enclosing item if the path does not exist. */
  locate(place: Place): TextRange;
  /**
   * Lines and columns of offsets; undefined for JSON, whose problems have no positions (docs/reference/problems.md).
   */
  sourceRange(range: TextRange): SourceRange | undefined;
  /** The text of a scalar as its author typed it. */
  readonly sourceText: SourceText;
}

/** The target of a problem: see `Problem`. */
export type Place = Pick<Problem, 'path' | 'at' | 'range'>;

/** A problem whose offsets in the source text are already known. */
export interface LocatedProblem {
  readonly problem: Problem;
  readonly source: TextRange;
}

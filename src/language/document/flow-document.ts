import type { JsonValue } from '../../problem/json-value.ts';
import type { Problem, SourceRange, SourceText, TextRange } from '../../problem/problem.ts';

/** The text of a flow as it came. JSON is YAML 1.2, so both give the same values and the same problems. */
export interface FlowSource {
  readonly text: string;
  readonly format: 'yaml' | 'json';
}

/** A text that was parsed: its plain value, and where each part of the value stands in the text. */
export interface FlowDocument {
  /** Of JSON's types alone; a number that JSON cannot write (`.inf`) is its source text. */
  readonly value: JsonValue;
  /** Offsets of what a problem points at; of the nearest thing around it where the path leads to nothing. */
  locate(place: Place): TextRange;
  /** Lines and columns of offsets; undefined for JSON, whose answers have no positions (docs/reference/problems.md). */
  sourceRange(range: TextRange): SourceRange | undefined;
  /** The text of a scalar as its author typed it. */
  readonly sourceText: SourceText;
}

/** What a problem points at: see `Problem`. */
export type Place = Pick<Problem, 'path' | 'at' | 'range'>;

/** A problem whose place in the source text is known already, as offsets. */
export interface LocatedProblem {
  readonly problem: Problem;
  readonly source: TextRange;
}

import type { JsonValue } from '../../problem/json-value.ts';
import type { Finding, SourceRange, SourceText, TextRange } from '../../problem/problem.ts';

/** The text of a flow as it came. JSON is YAML 1.2, so both give the same values and the same findings. */
export interface FlowSource {
  readonly text: string;
  readonly format: 'yaml' | 'json';
}

/** A text that was parsed: its plain value, and where each part of the value stands in the text. */
export interface FlowDocument {
  /** Of JSON's types alone; a number that JSON cannot write (`.inf`) is its source text. */
  readonly value: JsonValue;
  /** Offsets of what a finding points at; of the nearest thing around it where the path leads to nothing. */
  locate(place: Place): TextRange;
  /** Lines and columns of offsets; undefined for JSON, whose answers have no positions (DESIGN 6). */
  sourceRange(range: TextRange): SourceRange | undefined;
  /** The text of a scalar as its author typed it. */
  readonly sourceText: SourceText;
}

/** What a finding points at: see `Finding`. */
export type Place = Pick<Finding, 'path' | 'at' | 'range'>;

/** A finding whose place in the source text is known already, as offsets. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly source: TextRange;
}

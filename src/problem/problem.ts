import type { ProblemCode, Severity } from './problem-catalogue.ts';

/** Where a value stands in a document: object keys and array indices from the root. */
export type Path = readonly (string | number)[];

/** The text of a scalar exactly as its author typed it (`3.10`), or undefined where the source has none (JSON). */
export type SourceText = (path: Path) => string | undefined;

/** A stretch of text: offsets in UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What a stage found out about somebody's document, before anyone asked where in the text it stands.
 * Problems are collected, never thrown.
 */
export interface Problem {
  readonly code: ProblemCode;
  /** What is wrong, what was found and what is allowed; one sentence or two. */
  readonly message: string;
  /** The value, or for a missing property the mapping that lacks it. */
  readonly path: Path;
  /**
   * What to point at: the value (default), the key of the value, or, for a property that is missing, the
   * first key of the mapping at `path`.
   */
  readonly at?: 'value' | 'key' | 'first-key';
  /** A part of the string at `path`, as offsets into its decoded text; for problems inside an expression. */
  readonly range?: TextRange;
}

/** Where a problem stands in the source: lines and columns are 1-based, columns in UTF-16 code units, the end exclusive. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * A problem as it is answered: with its severity and, for a text with positions, its place
 * (docs/reference/problems.md).
 */
export interface ReportedProblem extends Partial<SourceRange> {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
}

export interface ProblemsBySeverity {
  readonly errors: readonly ReportedProblem[];
  readonly warnings: readonly ReportedProblem[];
}

/** Keeps the order within each severity. */
export function problemsBySeverity(problems: readonly ReportedProblem[]): ProblemsBySeverity {
  return {
    errors: problems.filter(({ severity }) => severity === 'error'),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  };
}

import type { DeclaredCode, OwnCode, ProblemCode, Severity } from './problem-catalogue.ts';

/** The place of a value in a document: object keys and array indices from the root. */
export type Path = readonly (string | number)[];

/** The text of a scalar exactly as its author typed it (`3.10`), or undefined if the source has none (JSON). */
export type SourceText = (path: Path) => string | undefined;

/** A range of text: offsets in UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Something wrong with a document, before its position in the text is looked up. Problems are collected, never thrown.
 * `Declared` are the warnings that a task module declares, which a problem of this module can have as its code.
 */
export interface Problem<Declared extends string = DeclaredCode> {
  readonly code: OwnCode | Declared;
  /** Only for a code with `canWarn` in the catalogue. */
  readonly isWarning?: true;
  /** What is wrong, what was found and what is allowed, in one or two sentences. */
  readonly message: string;
  /** The value, or for a missing property the map that lacks it. */
  readonly path: Path;
  /**
   * What to point at: the value (the default), its key, or for a missing property the first key of the map at `path`.
   */
  readonly at?: 'value' | 'key' | 'first-key';
  /** A part of the string at `path`, as offsets into its decoded text; for problems inside an expression. */
  readonly range?: TextRange;
}

/**
 * The position of a problem in the source: lines and columns are 1-based, columns in UTF-16 code units, the end
 * exclusive.
 */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * A problem as clients see it: with its severity and, if the source has positions, its place
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

/** Groups problems by severity and keeps their order. */
export function problemsBySeverity(problems: readonly ReportedProblem[]): ProblemsBySeverity {
  return {
    errors: problems.filter(({ severity }) => severity === 'error'),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  };
}

import { problemLine } from '../../../base/problem/problem-line.ts';
import type { Schema } from '../../api-client/operation-types.ts';

/** A checked file and its problems. */
export interface FileReport {
  /** The name that messages use. */
  readonly file: string;
  /** The text in which the problems are located; absent if it is not at hand. */
  readonly text?: string;
  /** From this program, or from a server, whose codes may be newer. */
  readonly problems: readonly Schema<'Problem'>[];
}

/** The number of problems with this severity. */
export function countProblems(reports: readonly FileReport[], severity: 'error' | 'warning'): number {
  return reports.flatMap(({ problems }) => problems).filter((problem) => problem.severity === severity).length;
}

/** One line per problem: `file:line:column severity code message`. */
export function problemLines(reports: readonly FileReport[]): readonly string[] {
  return reports.flatMap(({ file, problems }) => problems.map((problem) => problemLine(file, problem)));
}

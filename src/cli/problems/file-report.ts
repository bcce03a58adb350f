import type { Schema } from '../../api-client/operation-types.ts';

/** A checked file and its problems. */
export interface FileReport {
  /** The name that messages use. */
  readonly file: string;
  /** The text in which the problems have their places; absent if it is not at hand. */
  readonly text?: string;
  /** From this program, or from a server, whose codes may be newer. */
  readonly problems: readonly Schema<'Problem'>[];
}

/** What reports for other programs need besides the problems. */
export interface ReportContext {
  /** The path of a file from the top folder of its repository, with `/`. */
  readonly repositoryPath: (file: string) => string;
  /** The warnings that task types declare, by code; absent if a server has checked the files. */
  readonly taskWarnings?: ReadonlyMap<string, { readonly title: string }>;
  /** The page that explains a code. */
  readonly helpUrl: (code: string) => string;
}

/** How many problems have the severity. */
export function countProblems(reports: readonly FileReport[], severity: 'error' | 'warning'): number {
  return reports.flatMap(({ problems }) => problems).filter((problem) => problem.severity === severity).length;
}

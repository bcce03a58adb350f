import type { SourceRange } from './problem.ts';

/** A problem from this program, or from a server, whose codes may be newer. */
interface PrintableProblem extends Partial<SourceRange> {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

/** A problem in one line: `file:line:column severity code message`. */
export function problemLine(file: string, problem: PrintableProblem): string {
  const { line = 1, column = 1, severity, code, message } = problem;
  return `${file}:${line}:${column} ${severity} ${code} ${message}`;
}

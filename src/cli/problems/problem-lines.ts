import { problemLine } from '../../problem/problem-line.ts';
import { withoutControls } from '../terminal-text.ts';
import type { FileReport } from './file-report.ts';

/** One line per problem: `file:line:column severity code message`. */
export function problemLines(reports: readonly FileReport[]): string {
  return reports
    .flatMap(({ file, problems }) => problems.map((problem) => `${withoutControls(problemLine(file, problem))}\n`))
    .join('');
}

import type { ProblemFormat } from '../reports/report-formats.ts';
import { jsonText } from '../terminal-text.ts';
import type { FileReport, ReportContext } from './file-report.ts';
import { githubAnnotations } from './github-annotations.ts';
import { gitlabCodeQuality } from './gitlab-code-quality.ts';
import { junitProblems } from './junit-problems.ts';
import { problemLines } from './problem-lines.ts';
import { sarifReport } from './sarif-report.ts';

/** How the problems of files are printed. */
export const problemFormats = {
  text: problemLines,
  json: (reports) => jsonText(reports.map(jsonReport)),
  sarif: sarifReport,
  junit: junitProblems,
  github: githubAnnotations,
  gitlab: gitlabCodeQuality,
} as const satisfies Record<ProblemFormat, (reports: readonly FileReport[], context: ReportContext) => string>;

/** The fields of `POST /flows/validate`. */
function jsonReport({ file, problems }: FileReport) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return { file, valid: errors.length === 0, errors, warnings };
}

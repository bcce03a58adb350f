import { jsonText, withoutControls } from '../terminal-text.ts';
import { problemLines, type FileReport } from './file-report.ts';
import { githubAnnotations } from './github-annotations.ts';
import { gitlabCodeQuality } from './gitlab-code-quality.ts';
import { junitProblems } from './junit-problems.ts';
import type { ReportContext } from './report-context.ts';
import type { ProblemFormat } from './report-formats.ts';
import { sarifReport } from './sarif-report.ts';

/** The problems of files in each format. */
export const problemFormats = {
  text: (reports) =>
    problemLines(reports)
      .map((line) => `${withoutControls(line)}\n`)
      .join(''),
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

import { problemLine } from '../../../base/problem/problem-line.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { junitXml, type JUnitCase } from '../../flow-tests/report/junit-xml.ts';
import type { FileReport } from './file-report.ts';
import type { ReportContext } from './report-context.ts';

/**
 * Problems as JUnit XML: a suite per file, with a failed case per error, or one that has passed. Warnings fail nothing,
 * so they are the output of the first case.
 */
export function junitProblems(reports: readonly FileReport[], { repositoryPath }: ReportContext): string {
  const startedAt = new Date();
  return junitXml(
    reports.map(({ file, problems }) => {
      const path = repositoryPath(file);
      const errors = problems.filter(({ severity }) => severity === 'error');
      const warnings = problems.filter(({ severity }) => severity !== 'error');
      const output = warnings.map((problem) => problemLine(path, problem));
      const common = { classname: path, file: path, seconds: 0 };
      const passed: JUnitCase = { ...common, name: 'has no errors', line: 1, output };
      const failed = errors.map((problem, index): JUnitCase => {
        const { line = 1, column = 1, code } = problem;
        const name = `${code} at ${line}:${column}${isRepeated(problem, errors.slice(0, index)) ? ` (${index + 1})` : ''}`;
        const failure = {
          kind: 'failure',
          type: code,
          message: problem.message,
          lines: [problemLine(path, problem)],
        } as const;
        return { ...common, name, line, failure, ...(index === 0 && { output }) };
      });
      return { name: path, startedAt, cases: failed.length === 0 ? [passed] : failed };
    }),
  );
}

/** Whether an earlier case has the same name: GitLab keeps only the first. */
function isRepeated({ code, line, column }: Schema<'Problem'>, others: readonly Schema<'Problem'>[]): boolean {
  return others.some((other) => other.code === code && other.line === line && other.column === column);
}

import type { ReportedProblem } from '../../../../src/base/problem/problem.ts';
import type { FileReport } from '../../../../src/faces/cli/problems/file-report.ts';
import type { ReportContext } from '../../../../src/faces/cli/problems/report-context.ts';

export const problem: ReportedProblem = {
  code: 'unknown-property',
  severity: 'error',
  message: 'No property "comands"',
  path: '/tasks/0/comands',
  line: 7,
  column: 5,
  endLine: 7,
  endColumn: 12,
};

export const warning: ReportedProblem = {
  ...problem,
  code: 'unused-input',
  severity: 'warning',
  message: 'Nothing uses it',
  line: 3,
  endLine: 3,
};

export const context: ReportContext = {
  repositoryPath: (file) => `flows/${file}`,
  helpUrl: (code) => `https://flowgate.example/help#${code}`,
};

export const reports: readonly FileReport[] = [
  { file: 'a.yaml', problems: [problem, warning] },
  { file: 'b.yaml', problems: [] },
];

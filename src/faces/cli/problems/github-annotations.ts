import { problemLine } from '../../../base/problem/problem-line.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { withoutControls } from '../terminal-text.ts';
import type { FileReport } from './file-report.ts';
import type { ReportContext } from './report-context.ts';

/** GitHub shows this number of annotations of each level for a step, and drops the rest without a word. */
const maxPerLevel = 10;

/**
 * Workflow commands of GitHub Actions, which become annotations on lines of changed files. The problems for which a
 * step has no more room are plain lines of its log.
 */
export function githubAnnotations(reports: readonly FileReport[], { repositoryPath }: ReportContext): string {
  const left = { error: maxPerLevel, warning: maxPerLevel };
  const lines = reports.flatMap(({ file, problems }) =>
    problems.map((problem) => {
      // The severity can come from a server, which must not choose the command.
      const level = problem.severity === 'error' ? 'error' : 'warning';
      left[level] -= 1;
      return left[level] >= 0 ? annotation(level, repositoryPath(file), problem) : logLine(problemLine(file, problem));
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(level: 'error' | 'warning', file: string, problem: Schema<'Problem'>): string {
  const { line = 1, column = 1, endLine = line, endColumn = column, code, message } = problem;
  // GitHub accepts columns only if the problem starts and ends on the same line.
  const columns = line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : [];
  const place = [`file=${escapeProperty(file)}`, `line=${line}`, `endLine=${endLine}`, ...columns];
  return `::${level} ${[...place, `title=${escapeProperty(code)}`].join(',')}::${escapeData(message)}`;
}

/** The escapes of workflow commands: without them, a message could end its line and start another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A line in which GitHub finds no command: it looks for `::` at the start, and for `##[` anywhere. */
function logLine(text: string): string {
  return withoutControls(text)
    .replace(/^\s*::/, './$&')
    .replaceAll('##[', '## [');
}

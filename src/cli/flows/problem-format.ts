import type { Schema } from '../../contract/operation-types.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';

/** A checked file and its problems. */
export interface FileReport {
  readonly file: string;
  readonly problems: readonly Schema<'Problem'>[];
}

export const problemFormats = {
  /** One line per problem: `file:line:column severity code message`. */
  text: (reports) => printLines(reports, textLine),
  /** A list with one item per file, with the fields of `POST /flows/validate`. */
  json: (reports) => jsonText(reports.map(jsonReport)),
  /** Workflow commands, which GitHub shows as annotations in changed files. */
  github: (reports) => printLines(reports, githubLine),
} as const satisfies Record<string, (reports: readonly FileReport[]) => string>;

export type ProblemFormat = keyof typeof problemFormats;

function printLines(
  reports: readonly FileReport[],
  line: (file: string, problem: Schema<'Problem'>) => string,
): string {
  return reports.flatMap(({ file, problems }) => problems.map((problem) => `${line(file, problem)}\n`)).join('');
}

function textLine(file: string, problem: Schema<'Problem'>): string {
  const { line = 1, column = 1, severity, code, message } = problem;
  return withoutControls(`${file}:${line}:${column} ${severity} ${code} ${message}`);
}

function jsonReport({ file, problems }: FileReport) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return { file, valid: errors.length === 0, errors, warnings };
}

function githubLine(file: string, problem: Schema<'Problem'>): string {
  const { line = 1, column = 1, endLine = line, endColumn = column } = problem;
  // GitHub accepts columns only if the problem starts and ends on the same line.
  const columns = line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : [];
  const place = [
    `file=${escapeProperty(file)}`,
    `line=${line}`,
    `endLine=${endLine}`,
    ...columns,
    `title=${escapeProperty(problem.code)}`,
  ];
  // The severity can come from a server, which must not choose the command.
  return `::${problem.severity === 'error' ? 'error' : 'warning'} ${place.join(',')}::${escapeData(problem.message)}`;
}

/** The escapes of GitHub's workflow commands: without them, a message could end its line and start another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

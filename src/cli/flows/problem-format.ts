import type { Schema } from '../../contract/operation-types.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';

/** A checked file as the formats print it. */
export interface FileReport {
  readonly file: string;
  readonly problems: readonly Schema<'Problem'>[];
}

export const problemFormats = {
  /** `file:line:column severity code message`, one line a problem. */
  text: (reports) => printLines(reports, textLine),
  /** A list with one entry per file, in the words of `POST /flows/validate`. */
  json: (reports) => jsonText(reports.map(jsonReport)),
  /** Workflow commands, which GitHub shows as annotations in the changed files. */
  github: (reports) => printLines(reports, githubLine),
} as const satisfies Record<string, (reports: readonly FileReport[]) => string>;

export type ProblemFormat = keyof typeof problemFormats;

export function isProblemFormat(name: string): name is ProblemFormat {
  return Object.hasOwn(problemFormats, name);
}

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
  // GitHub takes columns only where the problem begins and ends in one line.
  const columns = line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : [];
  const place = [
    `file=${escapeProperty(file)}`,
    `line=${line}`,
    `endLine=${endLine}`,
    ...columns,
    `title=${escapeProperty(problem.code)}`,
  ];
  // The name of the command is not for a server to choose.
  return `::${problem.severity === 'error' ? 'error' : 'warning'} ${place.join(',')}::${escapeData(problem.message)}`;
}

/** The escapes of GitHub's workflow commands: without them a message could end its line and begin another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

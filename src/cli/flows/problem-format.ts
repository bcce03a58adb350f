import type { Problem } from '../../problem/problem.ts';
import { jsonText } from '../json-text.ts';

/** A checked file as the formats print it. */
export interface FileReport {
  readonly file: string;
  readonly problems: readonly Problem[];
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

function printLines(reports: readonly FileReport[], line: (file: string, problem: Problem) => string): string {
  return reports.flatMap(({ file, problems }) => problems.map((problem) => `${line(file, problem)}\n`)).join('');
}

function textLine(file: string, problem: Problem): string {
  const { line = 1, column = 1, severity, code, message } = problem;
  return withoutControls(`${file}:${line}:${column} ${severity} ${code} ${message}`);
}

function jsonReport({ file, problems }: FileReport) {
  const errors = problems.filter((problem) => problem.severity === 'error');
  return { file, valid: errors.length === 0, errors, warnings: problems.filter((problem) => problem.severity === 'warning') };
}

function githubLine(file: string, problem: Problem): string {
  const { line = 1, column = 1, endLine = line, endColumn = column } = problem;
  // GitHub takes columns only where the problem begins and ends in one line.
  const columns = line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : [];
  const place = [`file=${escapeProperty(file)}`, `line=${line}`, `endLine=${endLine}`, ...columns, `title=${problem.code}`];
  return `::${problem.severity} ${place.join(',')}::${escapeData(problem.message)}`;
}

/** The escapes of GitHub's workflow commands: without them a message could end its line and begin another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Text of a document must neither break the line nor speak to the terminal. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

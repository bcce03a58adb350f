import type { Schema } from '../../api-client/operation-types.ts';
import { withoutControls } from '../terminal-text.ts';
import type { FileReport } from './file-report.ts';
import { sourceExcerpt } from './source-excerpt.ts';
import { styled } from './styles.ts';

/**
 * Problems for people: by file, each with the lines that it is about. The colours are for `Printer.writeLog`, which
 * removes them where none are shown; everything from a document is harmless for a terminal.
 * @param columns the width of the terminal
 */
export function prettyProblems(reports: readonly FileReport[], columns: number): string {
  return reports
    .filter(({ problems }) => problems.length > 0)
    .map(({ file, text, problems }) => {
      const lines = text?.replace(/^\ufeff/, '').split('\n');
      const blocks = problems.map((problem) => block(problem, lines, columns));
      return `${[styled('file', withoutControls(file)), ...blocks].join('\n')}\n\n`;
    })
    .join('');
}

function block(problem: Schema<'Problem'>, lines: readonly string[] | undefined, columns: number): string {
  const { line, column = 1, endLine = line, endColumn = column, severity, code, message } = problem;
  const place = `${line ?? 1}:${column}`;
  const style = severity === 'error' ? 'error' : 'warning';
  const head = [
    `  ${styled('quiet', place)}`,
    styled(style, withoutControls(severity)),
    styled('quiet', withoutControls(code)),
    withoutControls(message),
  ].join(' ');
  if (lines === undefined || line === undefined || endLine === undefined) return head;
  const excerpt = sourceExcerpt(lines, { line, column, endLine, endColumn }, columns);
  return [head, ...excerpt.map((each) => excerptText(each, style))].join('\n');
}

/** Marks in the colour of the severity, the rest of the gutter quiet. */
function excerptText(line: string, style: 'error' | 'warning'): string {
  const [, gutter = '', rest = ''] = /^( *\d* \|)(.*)$/.exec(line) ?? [];
  return styled('quiet', gutter) + (/^ +\^+$/.test(rest) && gutter.trim() === '|' ? styled(style, rest) : rest);
}

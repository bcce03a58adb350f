import type { Printer } from '../printer.ts';
import { countProblems, type FileReport } from './file-report.ts';
import { problemLines } from './problem-lines.ts';
import { styled } from './styles.ts';

/** Prints problems for people on a terminal, and a line for each elsewhere. */
export async function printProblems(reports: readonly FileReport[], printer: Printer): Promise<void> {
  if (!printer.isTTY) {
    printer.write(problemLines(reports));
    return;
  }
  if (reports.every(({ problems }) => problems.length === 0)) return;
  const { prettyProblems } = await import('./pretty-problems.ts');
  // A terminal that does not know its width says 0.
  printer.writeLog(prettyProblems(reports, printer.columns || 80));
}

/** Prints how many files were checked, and how many problems they have. */
export function printSummary(reports: readonly FileReport[], printer: Printer): void {
  const errors = countProblems(reports, 'error');
  const warnings = countProblems(reports, 'warning');
  const text = `${amount(reports.length, 'flow')} checked: ${amount(errors, 'error')}, ${amount(warnings, 'warning')}`;
  const style = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'good';
  printer.writeLog(`${printer.isTTY ? styled(style, text) : text}\n`);
}

/** `1 error`, `2 errors`. */
export function amount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

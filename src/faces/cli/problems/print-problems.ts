import { amount } from '../print-result.ts';
import type { Printer } from '../printer.ts';
import { countProblems, problemLines, type FileReport } from './file-report.ts';
import { styled } from './styles.ts';

/** Prints problems with excerpts on a terminal, and a line for each elsewhere. */
export async function printProblems(reports: readonly FileReport[], printer: Printer): Promise<void> {
  if (!printer.isTTY) {
    printer.writeLines(...problemLines(reports));
    return;
  }
  if (reports.every(({ problems }) => problems.length === 0)) return;
  const { prettyProblems } = await import('./pretty-problems.ts');
  // A terminal of unknown width reports 0.
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

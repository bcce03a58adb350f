import { styled } from '../problems/styles.ts';
import { visibleText } from '../terminal-text.ts';

/**
 * The text of a test report with coloured marks, for `Printer.writeLog`. Everything else in it is harmless for a
 * terminal.
 */
export function colouredReport(text: string): string {
  return visibleText(text)
    .replaceAll(/^ {2}✔/gm, () => `  ${styled('good', '✔')}`)
    .replaceAll(/^ {2}✖/gm, () => `  ${styled('error', '✖')}`)
    .replace(/^\d+ cases?: .*\n$/m, (summary) => {
      const isGood = /: \d+ passed\n$/.test(summary);
      return `${styled(isGood ? 'good' : 'error', summary.trimEnd())}\n`;
    });
}

import type { Printer } from '../printer.ts';
import { styled, type Style } from '../problems/styles.ts';
import { visibleText } from '../terminal-text.ts';

/** Prints a unified diff, unchanged to files and pipes, where `patch` reads it; with colours where they are shown. */
export function printDiff(diff: string, output: Printer): void {
  if (output.isColoured) output.writeLog(colouredDiff(diff));
  else output.writeDocument(diff);
}

function colouredDiff(diff: string): string {
  let isHeader = true; // a removed line can look like the `---` of a header
  // Colours in a text of the server are no colours of this program.
  const lines = visibleText(diff)
    .split('\n')
    .map((line) => {
      if (line.startsWith('@@')) isHeader = false;
      const style = isHeader ? 'quiet' : styles[line[0] ?? ''];
      return style === undefined || line === '' ? line : styled(style, line);
    });
  return lines.join('\n');
}

const styles: Readonly<Record<string, Style>> = { '+': 'added', '-': 'removed', '@': 'place' };

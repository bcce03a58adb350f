import type { LogLines } from './log-lines.ts';
import type { LogRows } from './log-rows.ts';

/** A place in a log: a line from 0, and a character in it. */
interface LogPlace {
  readonly line: number;
  readonly character: number;
}

/** The ends of a selection: rows that must stay in the document while it lasts. */
export interface LogSelection {
  readonly from: LogPlace;
  readonly to: LogPlace;
}

/** What is selected in a log, if both ends are in it. */
export function selectionIn(pane: HTMLElement): LogSelection | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount !== 1) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const from = placeOf(pane, startContainer, startOffset);
  const to = placeOf(pane, endContainer, endOffset);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The selected text of all lines that have rows, those that are not in the document too. */
export function selectedText(lines: LogLines, rows: LogRows, { from, to }: LogSelection): string {
  if (from.line === to.line) return lines.text(from.line).slice(from.character, to.character);
  const text = [lines.text(from.line).slice(from.character)];
  for (let line = from.line + 1; line < to.line; line++) if (rows.shows(line)) text.push(lines.text(line));
  text.push(lines.text(to.line).slice(0, to.character));
  return text.join('\n');
}

function placeOf(pane: HTMLElement, node: Node, offset: number): LogPlace | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('.log-line');
  if (row === null || row === undefined || !pane.contains(row)) return undefined;
  const text = row.querySelector('.log-text');
  const [line, start] = [Number(row.dataset.line) - 1, Number(row.dataset.start)];
  if (text === null || !text.contains(node)) return { line, character: start };
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return { line, character: start + range.toString().length };
}

import type { Text } from '@codemirror/state';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';

type Position = Pick<Schema<'Problem'>, 'line' | 'column' | 'endLine' | 'endColumn'>;

/**
 * The offsets of a problem in a text, at least one character wide where there is one.
 * @returns undefined for a problem without a position
 */
export function problemRange(
  document: Text,
  { line, column = 1, endLine, endColumn }: Position,
): { readonly from: number; readonly to: number } | undefined {
  if (line === undefined) return undefined;
  const from = offsetOf(document, line, column);
  const to = endLine === undefined || endColumn === undefined ? from : offsetOf(document, endLine, endColumn);
  if (to > from) return { from, to };
  const { from: start, to: end } = document.lineAt(from);
  return from < end ? { from, to: from + 1 } : { from: Math.max(start, from - 1), to: end };
}

/** Positions of an older text may lie outside. */
function offsetOf(document: Text, line: number, column: number): number {
  const { from, to } = document.line(Math.min(Math.max(line, 1), document.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}

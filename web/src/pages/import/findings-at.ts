import type { LineRange } from '../../editor/line-mark.ts';
import type { ImportFinding } from './import-report.ts';

export type Side = 'source' | 'flow';

/** The lines of a finding on a side; undefined if it has none there. */
export function linesOf({ line, endLine, flowLine, flowEndLine }: ImportFinding, side: Side): LineRange | undefined {
  if (side === 'source') return { from: line, to: endLine };
  return flowLine === undefined ? undefined : { from: flowLine, to: flowEndLine ?? flowLine };
}

/** The findings that begin on a line, or else the innermost around it. @returns their indexes */
export function findingsAt(findings: readonly ImportFinding[], side: Side, line: number): readonly number[] {
  const around = findings.flatMap((finding, index) => {
    const lines = linesOf(finding, side);
    return lines !== undefined && lines.from <= line && line <= lines.to ? [{ index, ...lines }] : [];
  });
  const beginning = around.filter(({ from }) => from === line);
  const least = Math.min(...around.map(({ from, to }) => to - from));
  const chosen = beginning.length > 0 ? beginning : around.filter(({ from, to }) => to - from === least);
  return chosen.map(({ index }) => index);
}

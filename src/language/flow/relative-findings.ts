import type { ExpressionFinding } from '../expressions/expression-finding.ts';
import type { Finding, Path } from '../../problem/problem.ts';

/** Puts findings about a part of the document, with paths relative to it, among those about the whole. */
export function addRelative(findings: Finding[], base: Path, relative: readonly Finding[]): void {
  for (const finding of relative) findings.push({ ...finding, path: [...base, ...finding.path] });
}

/** Puts findings inside the text at `path` among those about the document. */
export function addInside(findings: Finding[], path: Path, inside: readonly ExpressionFinding[]): void {
  for (const finding of inside) findings.push({ ...finding, path });
}

import type { ExpressionProblem } from '../expressions/expression-problem.ts';
import type { Problem, Path } from '../../problem/problem.ts';

/** Puts problems about a part of the document, with paths relative to it, among those about the whole. */
export function addRelative(problems: Problem[], base: Path, relative: readonly Problem[]): void {
  for (const problem of relative) problems.push({ ...problem, path: [...base, ...problem.path] });
}

/** Puts problems inside the text at `path` among those about the document. */
export function addInside(problems: Problem[], path: Path, inside: readonly ExpressionProblem[]): void {
  for (const problem of inside) problems.push({ ...problem, path });
}

import type { Path, Problem } from '../../base/problem/problem.ts';
import type { ExpressionProblem } from '../expressions/expression-problem.ts';

/** Adds problems of a part of the document, whose paths are relative to it, to those of the whole. */
export function addRelative(problems: Problem[], base: Path, relative: readonly Problem[]): void {
  for (const problem of relative) problems.push({ ...problem, path: [...base, ...problem.path] });
}

/** Adds problems inside the string at `path` to those of the document. */
export function addInside(problems: Problem[], path: Path, inside: readonly ExpressionProblem[]): void {
  for (const problem of inside) problems.push({ ...problem, path });
}

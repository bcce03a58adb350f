import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import type { ExpressionProblem } from '../expressions/expression-problem.ts';
import type { CodeReader } from './command-line.ts';
import type { ShellPlace } from './scanning.ts';
import { ShellScanner } from './shell-scanner.ts';

/** `sh` can be any POSIX shell. */
export type ShellDialect = 'sh' | 'bash';

/**
 * Checks how a shell reads the references in a script (docs/reference/expressions.md). Warns if a value would be split
 * into words, run as code by the shell or another program, or not be expanded at all. Reports an error if bash would
 * evaluate it as a number, which can run code in it. Reads every script as bash, because `sh` is bash on many agents.
 * Takes linear time and never fails: if the text is not a shell script, the problems follow from how the shell reads
 * its start.
 * @param references their ranges, including braces, in order
 */
export function scanShell(
  text: string,
  references: readonly TextRange[],
  dialect: ShellDialect,
): readonly ExpressionProblem[] {
  if (references.length === 0) return [];
  return new ShellScanner(text, references, dialect === 'bash')
    .scan()
    .toSorted((left, right) => left.range.start - right.range.start)
    .map(({ place, range, reader }) => {
      const { code, explain } = explanations[place];
      return { code, message: explain(text.slice(range.start, range.end), reader), range };
    });
}

/**
 * Why a quoted word cannot replace a reference, for the first such reference: the shell would treat the quotes of the
 * word as the end of other quotes, or its content as code.
 * @param references as for `scanShell`
 */
export function wordProblem(
  text: string,
  references: readonly TextRange[],
): { readonly index: number; readonly where: string } | undefined {
  const scanner = new ShellScanner(text, references, true);
  const found = scanner.scan();
  const words = new Set(scanner.words);
  for (const [index, range] of references.entries()) {
    const place = found.find((each) => each.range === range && each.place !== 'unquoted')?.place;
    if (place === 'code') return { index, where: 'in a string that runs as code' };
    if (place === 'arithmetic') return { index, where: 'in shell arithmetic, where bash can run it' };
    if (place !== undefined || !words.has(range)) return { index, where: 'in quotes, a here-document or a comment' };
  }
  return undefined;
}

/** How a shell reads a reference. */
export interface ReferencePlace {
  /** Whether it is outside of quotes and here-documents. */
  readonly isWord: boolean;
  /** What its author may not expect; undefined if the shell expands it to one word. */
  readonly place?: ShellPlace;
}

/**
 * How a POSIX shell reads each reference of a script, in their order; undefined for one that it does not read as such,
 * because it is in a comment or after a backslash.
 * @param references as for `scanShell`
 */
export function referencePlaces(
  text: string,
  references: readonly TextRange[],
): readonly (ReferencePlace | undefined)[] {
  const scanner = new ShellScanner(text, references, false);
  const found = new Map(scanner.scan().map(({ range, place }) => [range, place]));
  const words = new Set(scanner.words);
  const quoted = new Set(scanner.quoted);
  return references.map((reference) => {
    const place = found.get(reference);
    if (place === undefined && !words.has(reference) && !quoted.has(reference)) return undefined;
    return { isWord: words.has(reference), ...(place !== undefined && { place }) };
  });
}

const explanations: Readonly<
  Record<
    ShellPlace,
    { readonly code: ProblemCode; readonly explain: (reference: string, reader?: CodeReader) => string }
  >
> = {
  unquoted: {
    code: 'unquoted-reference',
    explain: (reference) =>
      `${reference} has no quotes, so the shell splits its value at whitespace and expands * and ?; write "${reference}".`,
  },
  code: {
    code: 'unquoted-reference',
    explain: (reference, reader) =>
      `${reference} is part of a string that runs as code, so its value would run too; ${reader?.advice(reference) ?? 'pass it as an argument'}.`,
  },
  'single quotes': {
    code: 'unexpanded-reference',
    explain: (reference) => `${reference} is in single quotes, where the shell does not expand it; use double quotes.`,
  },
  'quoted here-document': {
    code: 'unexpanded-reference',
    explain: (reference) =>
      `${reference} is in a here-document with a quoted delimiter, where the shell does not expand it; remove the quotes around the delimiter.`,
  },
  arithmetic: {
    code: 'invalid-expression',
    explain: (reference) =>
      `${reference} cannot be used in shell arithmetic, where bash can run its value as code; compare with [ "${reference}" -eq 1 ], calculate with expr "${reference}" + 1.`,
  },
};

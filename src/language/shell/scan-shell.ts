import type { ExpressionProblem } from '../expressions/expression-problem.ts';
import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { TextRange } from '../../problem/problem.ts';
import type { CodeReader } from './command-line.ts';
import { ShellScanner, type ShellPlace } from './shell-scanner.ts';

/** `sh` may be any POSIX shell. */
export type ShellDialect = 'sh' | 'bash';

/**
 * What the shell makes of the references in a script (docs/reference/expressions.md): a warning where a value would be
 * split into words, run as code by that shell or another program, or not be expanded at all, and an error where bash
 * evaluates it as a number, which can run what it holds. The syntax of bash counts for every script, since `sh` is bash
 * on many workers. Takes linear time, and never fails: in a text that is no shell script, the problems are about what
 * its beginning means.
 * @param references where the references stand, braces included, in order
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

const explanations: Readonly<
  Record<
    ShellPlace,
    { readonly code: ProblemCode; readonly explain: (reference: string, reader?: CodeReader) => string }
  >
> = {
  unquoted: {
    code: 'unquoted-reference',
    explain: (reference) =>
      `${reference} stands without quotes, so the shell splits its value at blanks and expands * and ?; write "${reference}".`,
  },
  code: {
    code: 'unquoted-reference',
    explain: (reference, reader) =>
      `${reference} stands in a text that is run as code, and its value with it; ${reader?.advice(reference) ?? 'pass it as an argument'}.`,
  },
  'single quotes': {
    code: 'unexpanded-reference',
    explain: (reference) => `${reference} stands in single quotes, where the shell expands nothing; use double quotes.`,
  },
  'quoted here-document': {
    code: 'unexpanded-reference',
    explain: (reference) =>
      `${reference} stands in a here-document with a quoted delimiter, where the shell expands nothing; write the delimiter without quotes.`,
  },
  arithmetic: {
    code: 'invalid-expression',
    explain: (reference) =>
      `${reference} cannot stand in shell arithmetic, where bash runs what a value holds; compare with [ "${reference}" -eq 1 ], calculate with expr "${reference}" + 1.`,
  },
};

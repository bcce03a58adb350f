import { quoteShort } from '../../base/problem/describe-value.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { environmentName, inputVariables, referenceText, upperSnake, type Reference } from './reference.ts';

export interface DollarNames {
  /** Inputs and variables that the author may have meant. */
  readonly values: readonly Reference[];
  /** The references whose `${NAME}` the language of the string expands. */
  readonly expands: readonly Reference[];
}

// Authors do not read more remarks on one string.
const maxProblems = 20;

// `${NAME}`, `$NAME` and the start of `$(...)`; `${{` is a template error.
const expansion = /\$(?:\{(?<braced>[A-Za-z_]\w*)\}|(?<bare>[A-Za-z_]\w*)|\()/g;

/**
 * Warns about shell expansions in a string that no shell reads (docs/reference/expressions.md); such a string is sent
 * unchanged. `$NAME` without braces is often literal, as in a price list or a pattern, so it counts only if it names a
 * value of the flow.
 */
export function literalDollars(text: string, { values, expands }: DollarNames): readonly ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  let end = 0; // of the last command, which may contain names
  for (const match of text.matchAll(expansion)) {
    if (match.index < end) continue;
    const { braced, bare } = match.groups ?? {};
    if (braced !== undefined && expands.some((value) => isNamed(value, braced))) continue;
    const meant = valueNamed(braced ?? bare, values);
    if (bare !== undefined && meant === undefined) continue;
    const range: TextRange = {
      start: match.index,
      end: match[0] === '$(' ? endOfCommand(text, match.index) : match.index + match[0].length,
    };
    const advice = meant === undefined ? '' : ` Write {{ ${referenceText(meant)} }} to insert the value.`;
    const message = `No shell expands this string, so ${quoteShort(text.slice(range.start, range.end))} stays unchanged.${advice}`;
    problems.push({ code: 'literal-dollar', message, range });
    end = range.end;
    if (problems.length === maxProblems) break;
  }
  return problems;
}

/** The value with this id or environment variable. */
function valueNamed(name: string | undefined, values: readonly Reference[]): Reference | undefined {
  if (name === undefined) return undefined;
  return (
    values.find((value) => isNamed(value, name)) ?? values.find((value) => environmentName(value) === upperSnake(name))
  );
}

function isNamed(value: Reference, name: string): boolean {
  return value.root === 'inputs' ? inputVariables(value.id).includes(name) : environmentName(value) === name;
}

/** The offset after `$(...)`, or the end of the line if it is not closed. */
function endOfCommand(text: string, start: number): number {
  let depth = 0;
  for (let index = start + 1; index < text.length && text[index] !== '\n'; index++) {
    if (text[index] === '(') depth++;
    if (text[index] === ')' && --depth === 0) return index + 1;
  }
  return start + 2;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operator } from '../../src/language/expressions/operators/operator.ts';
import { operators } from '../../src/language/expressions/operators/operators.ts';

const note = '<!-- Written by `npm run docs` from src/language/expressions/operators. -->';

/** `docs/reference/expressions.md` with the table of the operators as they are today. */
export function expressionsPage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'expressions.md'), 'utf8');
  const start = page.indexOf(note);
  if (start < 0) throw new Error('docs/reference/expressions.md has no place for the operators');
  const end = page.indexOf('\n\n', page.indexOf('| ', start));
  const table = ['| operator | is true when | operands |', '|---|---|---|', ...operators.map(operatorRow)].join('\n');
  return `${page.slice(0, start)}${note}\n\n${table}${page.slice(end)}`;
}

function operatorRow({ spellings, meaning, takes }: Operator): string {
  return `| ${spellings.map((spelling) => `\`${spelling.replaceAll('|', '\\|')}\``).join(', ')} | ${meaning} | ${takes} |`;
}

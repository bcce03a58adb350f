import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operator } from '../../src/language/expressions/operators/operator.ts';
import { operators } from '../../src/language/expressions/operators/operators.ts';
import { withTable } from './generated-table.ts';

const note = '<!-- Written by `npm run docs` from src/language/expressions/operators. -->';

/** `docs/reference/expressions.md` with an up-to-date table of operators. */
export function expressionsPage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'expressions.md'), 'utf8');
  const table = ['| operator | is true when | operands |', '|---|---|---|', ...operators.map(operatorRow)].join('\n');
  return withTable(page, note, table);
}

function operatorRow({ spellings, meaning, takes }: Operator): string {
  return `| ${spellings.map((spelling) => `\`${spelling.replaceAll('|', '\\|')}\``).join(', ')} | ${meaning} | ${takes} |`;
}

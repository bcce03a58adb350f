import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operator } from '../../src/language/expressions/operators/operator.ts';
import { operators } from '../../src/language/expressions/operators/operators.ts';
import { runField, runFieldName, runReferences, type RunReference } from '../../src/language/expressions/run-fields.ts';
import { withTable } from './generated-table.ts';

const runNote = '<!-- Written by `npm run docs` from src/language/expressions/run-fields.ts. -->';
const note = '<!-- Written by `npm run docs` from src/language/expressions/operators. -->';

/** `docs/reference/expressions.md` with up-to-date tables. */
export function expressionsPage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'expressions.md'), 'utf8');
  const table = ['| operator | is true when | operands |', '|---|---|---|', ...operators.map(operatorRow)].join('\n');
  const fields = ['| expression | type | value | becomes |', '|---|---|---|---|', ...runReferences.map(fieldRow)].join(
    '\n',
  );
  return withTable(withTable(page, note, table), runNote, fields);
}

function fieldRow(reference: RunReference): string {
  const { type, description, name } = runField(reference);
  return `| \`{{ ${runFieldName(reference)} }}\` | ${type} | ${description} | \`\${${name}}\` |`;
}

function operatorRow({ spellings, meaning, takes }: Operator): string {
  return `| ${spellings.map((spelling) => `\`${spelling.replaceAll('|', '\\|')}\``).join(', ')} | ${meaning} | ${takes} |`;
}

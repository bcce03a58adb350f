import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputTypeNames, inputTypes, type InputTypeName } from '../../src/language/input-types/input-types.ts';
import { withTable } from './generated-table.ts';

const typesFolder = 'src/language/input-types';
const note = `<!-- Written by \`npm run docs\` from ${typesFolder}. -->`;

/** `docs/reference/inputs.md` with up-to-date tables of input types. */
export function inputsPage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'inputs.md'), 'utf8');
  const tables = [typeTable(), suggestionTable()];
  const parts = page.split(`${note}\n\n`);
  if (parts.length !== tables.length + 1)
    throw new Error('docs/reference/inputs.md must contain the note for each table of input types');
  return parts.reduce(
    (text, part, index) => `${text}${note}\n\n${tables[index - 1]}${part.slice(part.indexOf('\n\n'))}`,
  );
}

/** A page with the up-to-date table of types whose values are different in the environment of a build. */
export function withEnvironmentTable(page: string): string {
  const rows = inputTypeNames.flatMap((name) => {
    const { environment } = inputTypes[name].documentation;
    return environment === undefined ? [] : [`| ${name} | ${environment} |`];
  });
  const table = ['| type | environment variable |', '|---|---|', ...rows].join('\n');
  return withTable(page, `<!-- Values in the environment: written by \`npm run docs\` from ${typesFolder}. -->`, table);
}

function typeTable(): string {
  return ['| type | value | constraints |', '|---|---|---|', ...inputTypeNames.map(typeRow)].join('\n');
}

function typeRow(name: InputTypeName): string {
  const { definition, documentation } = inputTypes[name];
  const constraints = Object.keys(definition.constraints).flatMap((constraint) => [
    `\`${constraint}\``,
    ...(definition.required?.includes(constraint) === true ? ['required'] : []),
  ]);
  const remark = documentation.constraints === undefined ? [] : [documentation.constraints];
  const cell = [...constraints, ...remark].join(', ');
  return `| ${name} | ${documentation.value} |${cell === '' ? '' : ` ${cell}`} |`;
}

function suggestionTable(): string {
  const rows = inputTypeNames.flatMap((name) => {
    const { suggestion } = inputTypes[name].documentation;
    return suggestion === undefined ? [] : [`| ${name} | ${suggestion} |`];
  });
  return ['| type | `defaults` and `prefill` |', '|---|---|', ...rows].join('\n');
}

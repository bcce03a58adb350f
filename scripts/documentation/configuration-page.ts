import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskRegistry } from '../../src/language/task-types/task-registry.ts';
import { withTable } from './generated-table.ts';

const note = '<!-- The table below is written by `npm run docs` from the task modules. -->';

/** `docs/reference/configuration.md` with the table of the settings that task types declare. */
export function configurationPage({ settings }: Pick<TaskRegistry, 'settings'>): string {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'configuration.md');
  const rows = [...settings].map(([name, { description }]) => `| \`${name}\` | ${description} |`);
  return withTable(readFileSync(path, 'utf8'), note, ['| variable | meaning |', '|---|---|', ...rows].join('\n'));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../src/base/config/settings/setting.ts';
import { fileVariable, settingGroups, settings } from '../../src/base/config/settings/settings.ts';
import type { TaskRegistry } from '../../src/language/task-types/task-registry.ts';
import { withTable } from './generated-table.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const all: Settings = settings;

const taskTypeNote = '<!-- The table below is written by `npm run docs` from the task modules. -->';

/** The page of the configuration: a table for each group of settings, and one for those that task types declare. */
export function configurationPage({ settings: ofTaskTypes }: Pick<TaskRegistry, 'settings'>): string {
  const page = readFileSync(join(projectFolder, 'docs/reference/configuration.md'), 'utf8');
  const files = Object.entries(all).flatMap(([name, { secret, secretPart }]) =>
    secret || secretPart
      ? [row(fileVariable(name), '', `the file that contains \`${name}\`${secretPart ? `, ${secretPart}` : ''}`)]
      : [],
  );
  const groups = Object.entries<Settings>(settingGroups).map(
    ([group, declared]) =>
      [
        group,
        group === 'Limits' ? 'limit on' : 'meaning',
        Object.entries(declared).map(([name, { default: fallback = '', meaning }]) => row(name, fallback, meaning)),
      ] as const,
  );
  const tables = [...groups, ['Files', 'meaning', files] as const];
  const ownPage = tables.reduce((text, [group, head, rows]) => {
    const table = [`| variable | default | ${head} |`, '|---|---|---|', ...rows].join('\n');
    return withTable(text, `<!-- ${group}: written by \`npm run docs\` from src/base/config/settings. -->`, table);
  }, page);
  const rows = [...ofTaskTypes].map(([name, { description }]) => `| \`${name}\` | ${description} |`);
  return withTable(ownPage, taskTypeNote, ['| variable | meaning |', '|---|---|', ...rows].join('\n'));
}

function row(name: string, fallback: string, meaning: string): string {
  return `| \`${name}\` |${fallback === '' ? '' : ` ${fallback}`} | ${meaning} |`;
}

const head = `# Every setting of Flowgate. A line that is commented out shows the default; \`NAME=\` alone means that there is none.
# Copy this file to .env, uncomment what you change, and start with \`node --env-file=.env scripts/start.mjs\`,
# or with \`docker run --env-file .env\`. docs/reference/configuration.md describes each setting in full. Written by
# \`npm run docs\` from src/base/config/settings.
`;

/** The file .env.example: each setting with the first sentence about it, and its default. */
export function environmentExample({ settings: ofTaskTypes }: Pick<TaskRegistry, 'settings'>): string {
  const groups = Object.entries<Settings>(settingGroups).map(([group, declared]) => {
    const lines = Object.entries(declared).flatMap(
      ([name, { default: fallback = '', meaning, secret, secretPart }]) => {
        const value = /^`([^`]*)`$/.exec(fallback)?.[1] ?? '';
        const inFile = [
          `# The file that contains ${name}${secretPart ? `, ${secretPart}` : ''}.`,
          `#${fileVariable(name)}=`,
        ];
        return [
          `# ${sentence(group === 'Limits' ? `limit on ${meaning}` : meaning)}`,
          `#${name}=${value}`,
          ...(secret || secretPart ? inFile : []),
        ];
      },
    );
    return `\n# --- ${group} ---\n${lines.join('\n')}\n`;
  });
  const ofTasks = [...ofTaskTypes].map(([name, { description }]) => `# ${sentence(description)}\n#${name}=\n`);
  return `${head}${groups.join('')}\n# --- Task types ---\n${ofTasks.join('')}`;
}

/** The first sentence, without Markdown. It starts in lower case if its first word is a value. */
function sentence(meaning: string): string {
  const plain = meaning
    .replaceAll(/; see \[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
  const [first = ''] = plain.split(/\. (?=[A-Z])/, 1);
  return `${meaning.startsWith('`') ? first : first.charAt(0).toUpperCase() + first.slice(1)}.`;
}

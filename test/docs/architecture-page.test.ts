import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './pages.ts';

const projectFolder = join(import.meta.dirname, '../..');
const page = readProjectFile('docs/explanation/architecture.md');

test('every file in the architecture page exists', () => {
  const paths = [...page.matchAll(/`((?:src|templates|test)\/[^`*]+)`/g)].map((match) => match[1] ?? '');
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
});

test('it lists every folder of src', () => {
  const [, table = ''] = page.split('| folder of `src` | what it does |');
  const named = new Set(
    [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    ),
  );
  const folders = readdirSync(join(projectFolder, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

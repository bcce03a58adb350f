import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProjectFile } from './pages.ts';

const projectFolder = join(import.meta.dirname, '../..');
const page = readProjectFile('docs/explanation/architecture.md');

test('every file in the architecture page exists', () => {
  const paths = [...page.matchAll(/`((?:src|templates|test)\/[^`*]+)`/g)].map((match) => match[1] ?? '');
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
});

test('every file in the decisions exists', () => {
  const folder = join(projectFolder, 'docs', 'decisions');
  const gone = readdirSync(folder).flatMap((file) =>
    [...readProjectFile(`docs/decisions/${file}`).matchAll(/`((?:src|templates|test|scripts)\/[^`*{<]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(projectFolder, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(gone).toEqual([]);
});

test('every file and folder in the README of the console exists', () => {
  const paths = [...readProjectFile('web/README.md').matchAll(/`(src\/[^`*<]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  const folders = ['web', '.'].map((folder) => join(projectFolder, folder)); // its own, and those of the gateway
  expect(paths.filter((path) => !folders.some((folder) => existsSync(join(folder, path))))).toEqual([]);
});

describe('the table', () => {
  const [, table = ''] = page.split('| folder of `src` | what it does |');
  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const rows = [...table.matchAll(/^\|([^|]*)\|(.*)\|$/gm)].map(([, folders = '', text = '']) => ({
    folders: quoted(folders),
    named: quoted(text),
  }));

  test('lists exactly the folders of src', () => {
    expect(rows.flatMap((row) => row.folders).toSorted()).toEqual(foldersOf('src'));
  });

  test('names all folders inside of a folder, if it names one', () => {
    const missing = rows.flatMap(({ folders, named }) =>
      folders.flatMap((folder) => {
        // Lua and its declarations, beside the code that runs them.
        const inside = foldersOf(`src/${folder}`).filter((name) => name !== 'scripts');
        const unnamed = inside.filter((name) => !named.includes(name));
        return unnamed.length < inside.length ? unnamed.map((name) => `${folder}/${name}`) : [];
      }),
    );
    expect(missing).toEqual([]);
    const gone = rows.flatMap(({ folders, named }) =>
      named.filter(
        (name) => /^[a-z-]+$/.test(name) && !folders.some((folder) => foldersOf(`src/${folder}`).includes(name)),
      ),
    );
    expect(gone).toEqual([]);
  });
});

function foldersOf(folder: string): readonly string[] {
  return readdirSync(join(projectFolder, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

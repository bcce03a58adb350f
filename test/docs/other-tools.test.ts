import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sectionTables } from '../../scripts/documentation/section-tables.ts';
import { inputTypes } from '../../src/language/input-types/input-types.ts';

const page = readFileSync('docs/reference/other-tools.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| you know'));

const taskPages = readdirSync('docs/reference/tasks').filter((name) => name !== 'README.md');

it('the page about other tools names every task type', () => {
  expect(taskPages.length).toBeGreaterThan(10);
  expect(taskPages.filter((name) => !page.includes(`](tasks/${name})`))).toEqual([]);
});

it('names only properties that exist, and every section of a flow that other tools have too', () => {
  const sections = Object.values(sectionTables).flatMap(({ sections: each }) => Object.values(each));
  const ofTasks = taskPages.flatMap((name) =>
    [...readFileSync(`docs/reference/tasks/${name}`, 'utf8').matchAll(/^\| `(\w+)`/gm)].map(
      ([, property]) => property!,
    ),
  );
  const known = new Set([...sections.flatMap(({ properties }) => Object.keys(properties)), ...ofTasks]);
  const named = rows.flatMap((row) => [...(row.split(' | ')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const own = [
    'id',
    'namespace',
    'description',
    'labels',
    'disabled',
    'tasks',
    'checks',
    'keep_workspace',
    'durability',
  ];
  const flow = Object.keys(sectionTables.flow!.sections.flow!.properties).filter((name) => !own.includes(name));
  expect(flow.filter((name) => !page.includes(name.split('_')[0]!))).toEqual([]);
});

it('counts the types of inputs as they are', () => {
  const words = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];
  expect(page).toContain(`[inputs](inputs.md) with ${words[Object.keys(inputTypes).length - 10]} types`);
});

it('is only a table: what is missing would be out of date one day, and nobody would notice', () => {
  const prose = page.split('\n').filter((line) => line !== '' && !line.startsWith('|'));
  expect(prose).toEqual(['# If you know another tool', expect.stringMatching(/^Find a term/)]);
});

it('nothing that the import converts is said to have no counterpart', () => {
  const imports = readFileSync('docs/how-to/import-jenkins-jobs.md', 'utf8');
  const converted = [...imports.matchAll(/^\| ((?:`[^`]+`(?:, )?)+)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name!),
  );
  expect(converted).toEqual(expect.arrayContaining(['input', 'checkout', 'lock']));
  const [, section = ''] = /^## Features without a counterpart$([^]*?)^## /m.exec(
    readFileSync('docs/tutorial/from-a-jenkinsfile.md', 'utf8'),
  )!;
  const named = [...section.matchAll(/^- \*\*([^*]+)\*\*/gm)].flatMap(([, bold = '']) =>
    [...bold.matchAll(/`(\w+)/g)].map(([, name]) => name!),
  );
  expect(named.filter((name) => converted.includes(name))).toEqual([]);
});

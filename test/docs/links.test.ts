import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readPages, readProjectFile } from './pages.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const pages = readPages();

test.each(pages)('the links of $path point to existing files and headings', ({ path, text }) => {
  const broken = linksOf(text).filter((link) => !isThere(path, link));
  expect(broken).toEqual([]);
});

test('every page of docs is in the table of contents', () => {
  const map = 'docs/README.md';
  const listed = linksOf(readProjectFile(map)).map((link) => posix.join('docs', link.split('#')[0] ?? ''));
  const missing = pages.map(({ path }) => path).filter((path) => mustBeListed(path) && !listed.includes(path));
  expect(missing).toEqual([]);
});

test('every page that the code cites exists', () => {
  const files = ['src', 'tasks', 'templates', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const cited = ['openapi.yaml', ...files.filter((file) => /\.(ts|mjs|hbs|sh|py)$/.test(file))].flatMap((file) =>
    [...readProjectFile(file).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([page]) => ({ file, page })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ page }) => !existsSync(join(projectFolder, page)))).toEqual([]);
});

/** Pages of task types and decisions have their own tables of contents. */
function mustBeListed(path: string): boolean {
  if (path === 'README.md' || path === 'docs/README.md') return false;
  return !/^docs\/(decisions|reference\/tasks)\/(?!README\.md$)/.test(path);
}

function linksOf(page: string): string[] {
  const prose = page.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

function isThere(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : posix.join(dirname(page), file);
  if (!existsSync(join(projectFolder, target))) return false;
  return heading === undefined || headingsOf(readProjectFile(target)).includes(heading);
}

/** The anchors that GitHub creates for the headings of a page. */
function headingsOf(page: string): string[] {
  const prose = page.replaceAll(/^```[^]*?^```$/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

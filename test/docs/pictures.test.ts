import { readdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { describe, expect, test } from 'vitest';
import { fencedBlocks, readPages } from './pages.ts';

/*
 * Pages show pictures of the console (docs/images, made by test/console/pictures.test.ts) and drawings in Mermaid.
 * GitHub draws these itself; help/.vitepress/drawings.ts draws them for the pages at /help.
 */

const projectFolder = join(import.meta.dirname, '..', '..');
const maxBytesOfImages = 600_000;
const images = readdirSync(join(projectFolder, 'docs', 'images')).map((name) => `docs/images/${name}`);
const pages = readPages().map(({ path, text }) => ({ path, images: imagesOf(path, text), drawings: drawingsOf(text) }));

test.each(pages.filter(({ path }) => path.startsWith('docs/tutorial/')))('$path has a picture', (page) => {
  expect(page.images.length + page.drawings.length).toBeGreaterThan(0);
});

describe('images', () => {
  test('exist, and have a text alternative', () => {
    const shown = pages.flatMap((page) => page.images);
    expect(shown.filter(({ alt, file }) => alt.length < 10 || !images.includes(file))).toEqual([]);
  });

  test('are all shown, and small', () => {
    const shown = pages.flatMap((page) => page.images.map(({ file }) => file));
    expect(images.filter((file) => !shown.includes(file))).toEqual([]);
    const bytes = images.map((file) => statSync(join(projectFolder, file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytesOfImages);
  });
});

test.each(pages.flatMap(({ path, drawings }) => drawings.map((source) => ({ path, source }))))(
  'the drawing of $path has a text alternative, and can be drawn',
  ({ source }) => {
    const [line = '', title = ''] = /^ {2}accTitle: ([^<>&"\n]+)\n/m.exec(source) ?? [];
    expect(title.length).toBeGreaterThan(10);
    expect(renderMermaidSVG(source.replace(line, ''))).toContain('<text');
  },
);

function drawingsOf(text: string): string[] {
  return fencedBlocks(text, 'mermaid');
}

function imagesOf(path: string, text: string): { readonly alt: string; readonly file: string }[] {
  return [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', target = '']) => ({
    alt,
    file: posix.join(dirname(path), target),
  }));
}

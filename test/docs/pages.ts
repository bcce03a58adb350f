import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const projectFolder = join(import.meta.dirname, '..', '..');

/** The README and all pages of docs, with path and text. */
export function readPages(): { readonly path: string; readonly text: string }[] {
  const inDocs = readdirSync(join(projectFolder, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = ['README.md', ...inDocs.map((path) => join('docs', path))].filter((path) => path.endsWith('.md'));
  return paths.toSorted().map((path) => ({ path, text: readProjectFile(path) }));
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8');
}

/** The contents of the fenced blocks of a language. */
export function fencedBlocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);
}

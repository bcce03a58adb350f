import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadLanguage } from '../../src/cli/flows/load-language.ts';
import { generatedPages } from './generated-pages.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const pages = generatedPages(await loadLanguage({}));
// A type that is gone takes its page with it.
rmSync(join(projectFolder, 'docs', 'reference', 'tasks'), { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
  console.log(path);
}

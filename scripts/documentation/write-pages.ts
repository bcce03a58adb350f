import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { generatedPages } from './generated-pages.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const files = await generatedPages(await loadLanguage({}));
// Removes the pages of deleted task types.
rmSync(join(projectFolder, 'docs', 'reference', 'tasks'), { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
  console.log(path);
}

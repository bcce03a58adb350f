import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadLanguage } from '../../src/cli/flows/load-language.ts';
import { contractTypes } from '../contract-types/contract-types.ts';
import { generatedPages } from './generated-pages.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const files = [
  ...(await generatedPages(await loadLanguage({}))),
  ['src/api-client/openapi-types.ts', await contractTypes(pathToFileURL(join(projectFolder, 'openapi.yaml')))] as const,
];
// Removes the pages of deleted task types.
rmSync(join(projectFolder, 'docs', 'reference', 'tasks'), { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
  console.log(path);
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contractTypesFile } from './project.mjs';

const generator = fileURLToPath(new URL('../contract-types/contract-types.mjs', import.meta.url));

/** Generates the types of openapi.yaml, unless the file is up to date. @param folder of the project */
export async function ensureContractTypes(folder) {
  const contract = join(folder, 'openapi.yaml');
  const file = join(folder, contractTypesFile);
  const digest = [contract, generator].reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'));
  const heading = `// Generated from openapi.yaml; do not edit. Sources: ${digest.digest('hex')}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(heading)) return;
  process.stderr.write('flowgate: generating the types of openapi.yaml\n');
  const { contractTypes } = await import(pathToFileURL(generator).href); // may not be installed when this file is loaded
  const types = await contractTypes(pathToFileURL(contract));
  // Other processes may read the file at any time.
  writeFileSync(`${file}-${process.pid}`, heading + types);
  renameSync(`${file}-${process.pid}`, file);
}

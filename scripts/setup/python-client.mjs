import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePrograms } from './programs.mjs';
import { projectFolder, runSetupStep } from './project.mjs';
import { pythonTypes } from './python-types.mjs';

/** Builds the wheel of the Python client into a folder, and returns its path. */
export function buildPythonClient(folder) {
  ensurePrograms(['python3']);
  const client = join(projectFolder, 'clients', 'python');
  const contract = readFileSync(join(projectFolder, 'openapi.yaml'), 'utf8');
  writeFileSync(join(client, 'flowgate_client', 'types.py'), pythonTypes(contract));
  runSetupStep('building the Python client', 'python3', [join(client, 'build_wheel.py'), resolve(folder)]);
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  return join(resolve(folder), `flowgate_client-${version}-py3-none-any.whl`);
}

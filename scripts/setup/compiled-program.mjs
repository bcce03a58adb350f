import { join } from 'node:path';
import { runSetupStep } from './project.mjs';
import { isChecked, noteChecked, sourceStatus } from './sources.mjs';

/**
 * Installs and compiles everything that is required to run `dist`. Checks the sources only once, because every start
 * waits for it.
 */
export async function ensureCompiledProgram() {
  const status = sourceStatus();
  if (isChecked(status)) return;
  const [{ isBuilt }, { ensurePackages }] = await Promise.all([import('./build.mjs'), import('./packages.mjs')]);
  const isCurrent = isBuilt();
  ensurePackages({ development: !isCurrent });
  if (!isCurrent) runSetupStep('building', process.execPath, [join('scripts', 'build-program.mjs')]);
  noteChecked(status);
}

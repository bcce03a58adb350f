import { join } from 'node:path';
import { isBuilt } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { runSetupStep } from './project.mjs';

/**
 * Installs and compiles everything that is required to run `dist`. Checks the sources only once, because every start
 * waits for it.
 */
export function ensureCompiledProgram() {
  const isCurrent = isBuilt();
  ensurePackages({ development: !isCurrent });
  if (!isCurrent) runSetupStep('building', process.execPath, [join('scripts', 'build-program.mjs')]);
}

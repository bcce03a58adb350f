import { ensureBuild, isBuilt } from './build.mjs';
import { ensurePackages } from './packages.mjs';

/**
 * Installs and compiles everything that is required to run `dist`. Checks the sources only once, because every start
 * waits for it.
 */
export async function ensureCompiledProgram() {
  const isCurrent = isBuilt();
  ensurePackages({ development: !isCurrent });
  if (!isCurrent) await ensureBuild();
}

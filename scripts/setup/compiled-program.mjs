import { ensureBuild, isBuilt } from './build.mjs';
import { ensurePackages } from './packages.mjs';

/** Installs and compiles what is missing to run `dist`; looks at the sources once, since every start waits for it. */
export async function ensureCompiledProgram() {
  const isCurrent = isBuilt();
  ensurePackages({ development: !isCurrent });
  if (!isCurrent) await ensureBuild();
}

// `npm run test:hard`: stress-tests a built gateway for half an hour and writes bench/HARD.md. `npm run test:hard --
// mutations soak` runs only the named parts. Their sizes: FLOWGATE_SOAK_SECONDS (600), FLOWGATE_SOAK_CONTROLLERS (1 or 3),
// FLOWGATE_HARD_LIVES (200), FLOWGATE_GROWING_SECONDS (600) with FLOWGATE_GROWING_KILLS (40), FLOWGATE_HARD_MUTATIONS (20000), FLOWGATE_HARD_KILLS (40),
// FLOWGATE_HARD_SEGMENT_KILLS (100), FLOWGATE_HARD_SEEDS (1,2,3,4,5), FLOWGATE_HARD_EXAMPLES (25),
// FLOWGATE_HARD_PATTERN_SECONDS (10) and FLOWGATE_RANDOM_FLOWS (300). FLOWGATE_HARD_SEED repeats a run; with
// FLOWGATE_HARD_CASE, one document of its mutations.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError, runNode } from './setup/project.mjs';
import { ensureSchemathesis } from './setup/schemathesis.mjs';

const parts = process.argv.slice(2);
try {
  checkNodeVersion();
  ensurePrograms(['redis-server', 'groovy', 'python3', 'python3-venv']);
  ensurePackages({ development: true });
  await ensureBuild();
  if (parts.length === 0 || parts.includes('schemathesis')) process.env.FLOWGATE_SCHEMATHESIS = ensureSchemathesis();
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode(['--import', 'tsx', 'test/hard/run-hard.ts', ...parts]);

// `npm run test:hard`: attacks a built gateway with everything at hand for half an hour and writes bench/HARD.md;
// `npm run test:hard -- mutations soak` runs the parts that are named.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { endWithFault, runNode } from './setup/project.mjs';
import { ensureSchemathesis } from './setup/schemathesis.mjs';

const parts = process.argv.slice(2);
try {
  checkNodeVersion();
  ensurePrograms(['redis-server', 'python3', 'python3-venv']);
  ensurePackages({ development: true });
  await ensureBuild();
  if (parts.length === 0 || parts.includes('schemathesis')) process.env.FLOWGATE_SCHEMATHESIS = ensureSchemathesis();
} catch (fault) {
  endWithFault(fault);
}
process.exitCode = runNode(['--import', 'tsx', 'test/hard/run-hard.ts', ...parts]);

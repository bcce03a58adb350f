// `npm run test:packaging`: checks the Helm chart and the compose files with Helm's and Docker's own
// tools, and the types of the Python client with mypy.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePackagingTools } from './setup/packaging-tools.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError, runNode } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  ensurePrograms(['python3', 'python3-venv']);
  Object.assign(process.env, ensurePackagingTools());
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'packaging',
  ...process.argv.slice(2),
]);

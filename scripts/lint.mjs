// `npm run lint`: generates the types of openapi.yaml if they are missing or out of date, lints with all types, and finds
// files, exports and packages that nothing uses, and packages that are used and not declared (knip.jsonc).
import { ensureContractTypes } from './setup/contract-types.mjs';
import { exitWithError, projectFolder, runNode } from './setup/project.mjs';

const linter = 'node_modules/oxlint/bin/oxlint';
const unusedFinder = 'node_modules/knip/bin/knip.js';
const folders = ['src', 'tasks', 'test', 'bench', 'scripts', 'web', 'help'];

try {
  await ensureContractTypes(projectFolder);
} catch (error) {
  exitWithError(error);
}
const statuses = [
  [linter, '--deny-warnings', ...folders],
  [unusedFinder, '--no-progress', '--treat-config-hints-as-errors'],
].map(runNode);
process.exitCode = Math.max(...statuses);

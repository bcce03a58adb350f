// `npm run lint`: generates the types of openapi.yaml if they are missing or out of date, and lints with all types.
import { ensureContractTypes } from './setup/contract-types.mjs';
import { exitWithError, projectFolder, runNode } from './setup/project.mjs';

const linter = 'node_modules/oxlint/bin/oxlint';
const folders = ['src', 'tasks', 'test', 'bench', 'scripts', 'web', 'help'];

try {
  await ensureContractTypes(projectFolder);
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode([linter, '--deny-warnings', ...folders]);

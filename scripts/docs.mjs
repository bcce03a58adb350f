// `npm run docs`: generates docs from the code: in docs/reference the pages api.md, problems.md and tasks/*, and parts
// of command-line.md, expressions.md, flows.md, inputs.md, tasks.md and triggers.md; and parts of README.md and
// docs/explanation/executions.md. Also generates src/faces/api-client/openapi-types.ts, the types of openapi.yaml, which git ignores.
import { ensureContractTypes } from './setup/contract-types.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { exitWithError, projectFolder, runNode } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  await ensureContractTypes(projectFolder);
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode(['--import', 'tsx', 'scripts/documentation/write-pages.ts']);

// `npm run typecheck`: generates the types of openapi.yaml if they are missing or out of date, and checks all types.
import { ensureContractTypes } from './setup/contract-types.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { exitWithError, projectFolder, runNode } from './setup/project.mjs';

const compiler = 'node_modules/typescript/bin/tsc';

try {
  checkNodeVersion();
  await ensureContractTypes(projectFolder);
} catch (error) {
  exitWithError(error);
}
const statuses = ['tsconfig.json', 'tsconfig.language.json', 'web', 'help'].map((project) =>
  runNode([compiler, '-p', project]),
);
process.exitCode = Math.max(...statuses);

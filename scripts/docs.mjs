// `npm run docs`: writes the pages that are made from the code: in docs/reference the pages api.md, problems.md and
// those of tasks, and parts of README.md and, there, of expressions.md, flows.md, tasks.md and triggers.md; and
// src/contract/openapi-types.ts, the types of openapi.yaml.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { endWithFault, runNode } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
} catch (fault) {
  endWithFault(fault);
}
process.exitCode = runNode(['--import', 'tsx', 'scripts/documentation/write-pages.ts']);

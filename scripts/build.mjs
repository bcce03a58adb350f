// `npm run build`: compiles src and tasks to dist, web to dist/web, and docs to dist/help, unless they are up to date.
import { ensureBuild } from './setup/build.mjs';
import { ensureHelp } from './setup/help-build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { exitWithError } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  await ensureBuild();
  ensureHelp();
} catch (error) {
  exitWithError(error);
}

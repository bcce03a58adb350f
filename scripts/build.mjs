// `npm run build`: compiles src and tasks to dist, and web to dist/web, unless dist is up to date.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { exitWithError } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  await ensureBuild();
} catch (error) {
  exitWithError(error);
}

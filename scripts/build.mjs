// `npm run build`: compiles src and tasks into dist, unless dist is current.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { endWithFault } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePackages({ development: true });
  await ensureBuild();
} catch (fault) {
  endWithFault(fault);
}

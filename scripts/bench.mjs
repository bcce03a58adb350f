// `npm run bench`: builds, then measures Flowgate beside the least that any such server must do; about three minutes.
// `npm run bench -- check` measures the check of a flow beside another parser alone;
// `npm run bench -- loop [words]` measures bodies near the limits alone, or those with the words in their names.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { endWithFault, runNode } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePrograms(['redis-server']);
  ensurePackages({ development: true });
  await ensureBuild();
} catch (fault) {
  endWithFault(fault);
}
process.exitCode = runNode(['--import', 'tsx', 'bench/run-bench.ts', ...process.argv.slice(2)]);

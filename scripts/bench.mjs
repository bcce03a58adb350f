// `npm run bench`: builds Flowgate and measures it in about twelve minutes, and writes bench/RESULTS.md.
// `npm run bench -- http loop` prints only the named parts: start (and the memory of an idle gateway), http (requests,
// compared with a minimal server), check (compared with another parser), transpile, local, short (executions of one `true`), lists, home (and searches), history (archived executions), scale
// (several processes on one Redis), masking, console (in Chromium), loop (what blocks the event loop: bodies near the limits) and
// logs (large logs and many artifacts) and notifications. Further words select the bodies of the loop: `-- loop 8 KB`.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError, runNode } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePrograms(['redis-server']);
  ensurePackages({ development: true });
  await ensureBuild();
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode(['--import', 'tsx', 'bench/run-bench.ts', ...process.argv.slice(2)]);

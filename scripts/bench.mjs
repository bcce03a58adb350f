// `npm run bench`: builds Flowgate and compares it with a minimal server, in about twelve minutes.
// `npm run bench -- start` only measures the start and the memory of an idle gateway.
// `npm run bench -- http` only compares requests with those to the minimal server.
// `npm run bench -- check` only compares the check of a flow with another parser.
// `npm run bench -- masking` only measures the search for secrets.
// `npm run bench -- console` only measures the console, in Chromium.
// `npm run bench -- scale` only measures several processes on one Redis.
// `npm run bench -- loop [words]` only measures what blocks the event loop: bodies near the limits, optionally those whose
// names contain the words, and (alone with `loop logs`) large logs and many artifacts.
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

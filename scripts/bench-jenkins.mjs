// `npm run bench:jenkins`: compares generated with hand-written pipelines on the controller at JENKINS_URL, in about
// ten minutes, and writes bench/JENKINS.md. Set JENKINS_PID to the controller's process on this machine to measure its
// CPU time. `-- --rounds 10` doubles the rounds; `-- one twenty two-hundred` selects parts. `-- stops --count 200`
// stops builds at random moments and writes bench/STOPS.md; `--seed` repeats such a run.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError, runNode, SetupError } from './setup/project.mjs';

try {
  checkNodeVersion();
  if (!process.env.JENKINS_URL) {
    throw new SetupError('set JENKINS_URL, JENKINS_USER and JENKINS_TOKEN for the controller to measure.');
  }
  ensurePrograms(['redis-server']);
  ensurePackages({ development: true });
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode(['--import', 'tsx', 'bench/jenkins/run-bench.ts', ...process.argv.slice(2)]);

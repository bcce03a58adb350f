// `npm run bench:jenkins`: runs generated pipelines beside hand-written ones on the controller at JENKINS_URL, about ten minutes,
// and writes bench/JENKINS.md. JENKINS_PID, its process on this machine, adds its CPU time; `-- --rounds 10` takes twice as long,
// `-- one twenty two-hundred` names parts. `-- stops --count 200` presses stop at random moments and writes bench/STOPS.md;
// `--seed` repeats a run of it.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { endWithFault, runNode, SetupFault } from './setup/project.mjs';

try {
  checkNodeVersion();
  if (!process.env.JENKINS_URL) {
    throw new SetupFault('set JENKINS_URL, JENKINS_USER and JENKINS_TOKEN to the controller to measure on.');
  }
  ensurePrograms(['redis-server']);
  ensurePackages({ development: true });
} catch (fault) {
  endWithFault(fault);
}
process.exitCode = runNode(['--import', 'tsx', 'bench/jenkins/run-bench.ts', ...process.argv.slice(2)]);

// `npm run test:jenkins`: the suites that run generated Jenkinsfiles on the real controller at JENKINS_URL.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { endWithFault, runNode, SetupFault } from './setup/project.mjs';

try {
  checkNodeVersion();
  if (!process.env.JENKINS_URL) {
    throw new SetupFault('set JENKINS_URL to the controller to test on, such as http://user:token@localhost:8080.');
  }
  ensurePackages({ development: true });
} catch (fault) {
  endWithFault(fault);
}
process.exitCode = runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'jenkins', ...process.argv.slice(2)]);

// `npm run test:jenkins`: runs generated Jenkinsfiles on the real controller at JENKINS_URL.
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { exitWithError, runNode, SetupError } from './setup/project.mjs';

try {
  checkNodeVersion();
  if (!process.env.JENKINS_URL) {
    throw new SetupError('set JENKINS_URL to the controller for the tests, such as http://user:token@localhost:8080.');
  }
  ensurePackages({ development: true });
} catch (error) {
  exitWithError(error);
}
process.exitCode = runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'jenkins', ...process.argv.slice(2)]);

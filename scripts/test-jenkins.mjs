// `npm run test:jenkins`: the suites that run generated Jenkinsfiles on the real controller at JENKINS_URL.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { endWithFault, projectFolder, SetupFault } from './setup/project.mjs';

try {
  checkNodeVersion();
  if (!process.env.JENKINS_URL) {
    throw new SetupFault('set JENKINS_URL to the controller to test on, such as http://user:token@localhost:8080.');
  }
  ensurePackages({ development: true });
} catch (fault) {
  endWithFault(fault);
}
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', '--project', 'jenkins', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: projectFolder, stdio: 'inherit' }).status ?? 1;

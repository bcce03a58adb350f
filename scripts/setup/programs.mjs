import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runSetupStep, SetupFault } from './project.mjs';

/** A program that is no npm package: how to tell that it is there, and the Debian package that brings it. */
const programs = {
  'redis-server': { packageName: 'redis-server', isThere: () => isOnPath('redis-server') },
  groovy: { packageName: 'groovy', isThere: () => isOnPath('groovy') && isOnPath('java') },
  curl: { packageName: 'curl', isThere: () => isOnPath('curl') },
  python3: { packageName: 'python3', isThere: () => isOnPath('python3') },
  'python3-venv': {
    packageName: 'python3-venv',
    isThere: () => spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0,
  },
};

/**
 * Sees to it that the named programs are there: what is missing is installed through apt-get where the caller may do
 * so, and otherwise a SetupFault names it with the command that gets it, and with what would do instead.
 */
export function ensurePrograms(names, { instead = '' } = {}) {
  const missing = missingPrograms(names);
  if (missing.length === 0) return;
  const packages = missing.map((name) => programs[name].packageName);
  if (!isOnPath('apt-get') || process.getuid?.() !== 0) {
    throw new SetupFault(
      `missing: ${missing.join(', ')}. On Debian and Ubuntu, get it with \`sudo apt-get install ${packages.join(' ')}\`${instead}.`,
    );
  }
  installDebianPackages(packages);
  const stillMissing = missingPrograms(missing);
  if (stillMissing.length > 0)
    throw new SetupFault(`apt-get installed ${packages.join(' ')}, and still no ${stillMissing.join(', ')} is found.`);
}

function missingPrograms(names) {
  return names.filter((name) => !programs[name].isThere());
}

function installDebianPackages(packages) {
  const aptGet = (...args) => ['apt-get', ['-q', ...args], { DEBIAN_FRONTEND: 'noninteractive' }];
  const install = aptGet('install', '-y', '--no-install-recommends', ...packages);
  const purpose = `installing ${packages.join(', ')} with apt-get`;
  try {
    runSetupStep(purpose, ...install);
  } catch {
    // A bare image has no package lists, and old ones name versions that are gone.
    runSetupStep('reading the package lists with apt-get', ...aptGet('update'));
    runSetupStep(purpose, ...install);
  }
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

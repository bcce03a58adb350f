import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runSetupStep, SetupError } from './project.mjs';

/** Programs that are not npm packages, with a check for each and its Debian package. */
const programs = {
  'redis-server': { packageName: 'redis-server', isThere: () => isOnPath('redis-server') },
  groovy: { packageName: 'groovy', isThere: () => isOnPath('groovy') && isOnPath('java') },
  // Its patterns decide which files Jenkins archives; tests compare ours with them.
  ant: { packageName: 'ant', isThere: () => isOnPath('ant') },
  // Without a window, whose pages take two thirds of the CPU time; the whole one will do.
  chromium: {
    packageName: 'chromium-headless-shell',
    isThere: () => isOnPath('chromium-headless-shell'),
    isReplaced: () => isOnPath('chromium'),
  },
  // For tests of shell completion.
  zsh: { packageName: 'zsh', isThere: () => isOnPath('zsh') },
  fish: { packageName: 'fish', isThere: () => isOnPath('fish') },
  curl: { packageName: 'curl', isThere: () => isOnPath('curl') },
  python3: { packageName: 'python3', isThere: () => isOnPath('python3') },
  promtool: { packageName: 'prometheus', isThere: () => isOnPath('promtool') },
  'python3-venv': {
    packageName: 'python3-venv',
    isThere: () => spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0,
  },
};

/**
 * Ensures that programs are installed. Installs missing programs with apt-get if the user is permitted to and
 * FLOWGATE_INSTALL does not turn it off, otherwise throws a SetupError with the command that installs them.
 * @param options `instead`: an alternative to the installation, for the message
 */
export function ensurePrograms(names, { instead = '' } = {}) {
  const missing = missingPrograms(names);
  if (missing.length === 0) return;
  try {
    installPrograms(missing, instead);
  } catch (error) {
    if (!(error instanceof SetupError) || !missing.every((name) => programs[name].isReplaced?.())) throw error;
  }
}

function installPrograms(missing, instead) {
  const packages = missing.map((name) => programs[name].packageName);
  const isOff = (process.env.FLOWGATE_INSTALL?.trim() || 'on') !== 'on';
  if (isOff || !isOnPath('apt-get') || process.getuid?.() !== 0) {
    throw new SetupError(
      `missing programs: ${missing.join(', ')}. On Debian and Ubuntu, run \`sudo apt-get install ${packages.join(' ')}\`${instead}.${isOff ? ' FLOWGATE_INSTALL turns off their installation.' : ''}`,
    );
  }
  installDebianPackages(packages);
  const stillMissing = missingPrograms(missing);
  if (stillMissing.length > 0)
    throw new SetupError(
      `apt-get installed ${packages.join(' ')}, but ${stillMissing.join(', ')} was still not found.`,
    );
}

function missingPrograms(names) {
  return names.filter((name) => !programs[name].isThere());
}

function installDebianPackages(packages) {
  // A new machine may still run its own updates, which hold the lock for minutes.
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const aptGet = (...args) => ['apt-get', [...options, ...args], { DEBIAN_FRONTEND: 'noninteractive' }];
  const install = aptGet('install', '-y', '--no-install-recommends', ...packages);
  const purpose = `installing ${packages.join(', ')} with apt-get as root (FLOWGATE_INSTALL=off prevents it)`;
  try {
    runSetupStep(purpose, ...install);
  } catch {
    // The package lists may be missing or outdated.
    runSetupStep('updating the package lists with apt-get', ...aptGet('update'));
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

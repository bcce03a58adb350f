import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, runSetupStep } from './project.mjs';

/**
 * Installs the npm packages unless node_modules already contains the versions of the lock file.
 * Without `development`, only the packages that a built Flowgate needs.
 */
export function ensurePackages({ development }) {
  if (arePackagesInstalled({ development })) return;
  // `--include=dev` is required because NODE_ENV=production would omit the compiler.
  const dependencies = development ? '--include=dev' : '--omit=dev';
  // Errors only: some build tools warn about a newer Node.js that they do not need.
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  runSetupStep('installing the npm packages', 'npm', ['ci', dependencies, ...quietly]);
}

function arePackagesInstalled({ development }) {
  const expected = readPackages('package-lock.json');
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  return Object.entries(expected).every(([path, entry]) => {
    // Packages of this project, such as scripts/contract-types, are only for development.
    const isOwn = !path.includes('node_modules/');
    const isLeftOut = isOwn || entry.optional || entry.devOptional || entry.peer || (entry.dev && !development);
    return isLeftOut || installed[path]?.version === entry.version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(projectFolder, file), 'utf8')).packages;
  } catch {
    return {}; // nothing installed yet, or an interrupted installation
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, SetupFault } from './project.mjs';

/** Throws a SetupFault when this Node is older than `engines` in package.json allows. */
export function checkNodeVersion(running = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (isOlder(running, oldest)) {
    throw new SetupFault(`Node.js ${oldest} or newer is needed and this is ${running}; https://nodejs.org has it.`);
  }
}

function isOlder(version, other) {
  const [major, minor = 0] = version.split('.').map(Number);
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

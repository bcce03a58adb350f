import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, SetupError } from './project.mjs';

/** Throws a SetupError if this Node.js is older than `engines` in package.json allows. */
export function checkNodeVersion(running = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (isOlder(running, oldest)) {
    throw new SetupError(
      `Node.js ${oldest} or newer is required, but this is ${running}; get it from https://nodejs.org.`,
    );
  }
}

function isOlder(version, other) {
  const [major, minor = 0] = version.split('.').map(Number);
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

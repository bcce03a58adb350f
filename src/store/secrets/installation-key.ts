import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why the key in the data folder cannot be used, as a message for the operator. */
class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const keyBytes = 32;

/**
 * The key in the data folder, created at the first start; only this user can read the file.
 * @throws {KeyFileError} if the file contains less than a key: a guessable key must not seal anything
 */
export function installationKey(dataFolder: string): string {
  const path = join(dataFolder, 'key');
  mkdirSync(dataFolder, { recursive: true });
  const key = readIfThere(path) ?? makeKey(path);
  if (Buffer.from(key, 'base64').length >= keyBytes) return key;
  throw new KeyFileError(
    `The key in ${path} is damaged. Restore the file, or delete it to get a new key, which cannot decrypt anything sealed with the old one`,
  );
}

/** The key in the data folder; undefined if none was created yet. */
export function knownInstallationKey(dataFolder: string): string | undefined {
  return readIfThere(join(dataFolder, 'key'));
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the file atomically, and never over an existing one: a full disk or a crash leaves no partial key. */
function makeKey(path: string): string {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(keyBytes).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another process created it first
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

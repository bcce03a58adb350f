import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key in the data folder, which is made at the first start; only this user can read the file. */
export function installationKey(dataFolder: string): string {
  const path = join(dataFolder, 'key');
  mkdirSync(dataFolder, { recursive: true });
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // errors of node:fs have codes
  }
  return readFileSync(path, 'utf8').trim();
}

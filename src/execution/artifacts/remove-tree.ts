import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Removes a file or a folder with everything in it, including read-only folders and names that are not UTF-8. Links are
 * removed, never followed.
 */
export async function removeTree(path: string): Promise<void> {
  // A process that is about to end may still create files.
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  try {
    await remove();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') await makeWritable(Buffer.from(path));
    // Uses a program that depends on neither whole paths nor Unicode.
    await promisify(execFile)('rm', ['-rf', '--', path]);
  }
}

const separator = Buffer.from('/');

async function makeWritable(path: Buffer): Promise<void> {
  const entry = await lstat(path);
  if (!entry.isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path, { encoding: 'buffer' }))
    await makeWritable(Buffer.concat([path, separator, name]));
}

import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Removes a file or a folder with everything in it, also folders without permission to write. Links are removed and
 * never followed.
 */
export async function removeTree(path: string): Promise<void> {
  // A process that is just ending may still create files.
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  try {
    await remove();
  } catch (error) {
    // A program that never uses whole paths.
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') await promisify(execFile)('rm', ['-rf', '--', path]);
    else {
      await makeWritable(path);
      await remove();
    }
  }
}

async function makeWritable(path: string): Promise<void> {
  const entry = await lstat(path);
  if (!entry.isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}

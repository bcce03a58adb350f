import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Removes a file or a folder with everything in it, including read-only folders and names that are not UTF-8. Links are
 * removed, never followed.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await removeOnce(path).catch((error: unknown) => {
      if (isTooLong(error)) throw error;
      // A process that is about to end may still create files.
      return rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
    });
  } catch (error) {
    if (!isTooLong(error)) await makeWritable(Buffer.from(path));
    // Uses a program that depends on neither whole paths nor Unicode.
    await promisify(execFile)('rm', ['-rf', '--', path]);
  }
}

function isTooLong(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
}

/** With half of the system calls of `rm`, for what no process uses anymore. */
async function removeOnce(path: string): Promise<void> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (entry === undefined) return;
  if (entry.isDirectory()) await removeFolder(Buffer.from(path));
  else await unlink(path);
}

async function removeFolder(path: Buffer): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  await Promise.all(
    entries.map((entry) => {
      const inner = Buffer.concat([path, separator, entry.name]);
      return entry.isDirectory() ? removeFolder(inner) : unlink(inner);
    }),
  );
  await rmdir(path);
}

const separator = Buffer.from('/');

async function makeWritable(path: Buffer): Promise<void> {
  const entry = await lstat(path);
  if (!entry.isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path, { encoding: 'buffer' }))
    await makeWritable(Buffer.concat([path, separator, name]));
}

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { BackupError } from './backup-file.ts';

/**
 * Writes a file that only its owner can read. It appears once it is complete: until then, its bytes are in a file with a
 * name that ends in `.part`, which stays behind only if the process is killed.
 * @throws {BackupError} if there is something else than a file under the name; errors of the file system
 */
export async function writeWholeFile(path: string, write: (target: Writable) => Promise<void>): Promise<void> {
  const found = await stat(path).catch(() => undefined); // if it cannot be written, the next step reports why
  // A device or a pipe, such as /dev/stdout, must not be replaced by a file.
  if (found !== undefined && !found.isFile())
    throw new BackupError(`${path} is not a file. To write to a pipe, use - for standard output`);
  // A name of its own: two backups to one file must not write into each other's.
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await write(createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  // The name is on the disk only together with its folder. Some systems cannot sync folders.
  const folder = await open(dirname(path)).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { filesUnavailable } from './files-unavailable.ts';

/**
 * The bytes that this user can still write to the volume of a folder, which need not be there yet.
 * @returns Infinity for a file system that does not know @throws {AppError} `files-unavailable`
 */
export async function freeSpace(folder: string): Promise<number> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && dirname(folder) !== folder) return freeSpace(dirname(folder));
    throw filesUnavailable(error);
  }
}

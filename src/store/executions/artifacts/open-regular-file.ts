import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Opens a file that a script can replace at any time, without ever waiting: opening a pipe would block this process.
 * @param path absolute; if its last part is a link, it is not followed
 * @returns undefined if it is not a file
 * @throws {Error} if it cannot be opened
 */
export async function openRegularFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if ((await file.stat()).isFile()) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

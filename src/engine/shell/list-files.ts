import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * The files in a folder and below it, relative to it and separated by `/`, in alphabetical order; none if the folder
 * does not exist.
 */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

// After this many entries of a folder, it yields to other work.
const entriesAtOnce = 1_000;

/**
 * The files in a folder and below it, relative to it and separated by `/`, in alphabetical order; empty if the folder
 * does not exist.
 * @param except a path to omit
 */
export async function listFiles(folder: string, except?: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await entriesOf(join(folder, next));
    for (const [index, entry] of entries.entries()) {
      if (entry.isDirectory()) folders.push(`${next}${entry.name}/`);
      else if (entry.isFile()) files.push(`${next}${entry.name}`);
      if (index % entriesAtOnce === entriesAtOnce - 1) await nextTurn();
    }
  }
  return files.filter((path) => path !== except).toSorted();
}

/** Empty for a folder that was removed. */
function entriesOf(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

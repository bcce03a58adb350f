import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FlowFilesError } from './flow-file.ts';

// A folder with more is hardly one of flows: somebody's home, or a whole disk.
const maxEntries = 20_000;
const maxDepth = 16;

/** What is below a folder: absolute paths, the entries of each folder in alphabetical order. */
export interface FolderContent {
  readonly files: readonly string[];
  /** The folder itself and those below it. */
  readonly folders: readonly string[];
}

/**
 * Lists what is below a folder. Follows no links, and leaves out `node_modules` and hidden folders.
 * @param root absolute
 * @throws {FlowFilesError} if it has too many files
 * @throws an error of the file system if a folder cannot be read
 */
export function walkFolder(root: string): FolderContent {
  const files: string[] = [];
  const folders: string[] = [];
  let left = maxEntries;
  const walk = (folder: string, depth: number): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    folders.push(folder);
    left -= entries.length;
    if (left < 0)
      throw new FlowFilesError(`${root} contains more than ${maxEntries} files; name the folders that contain flows.`);
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      const isOwn = entry.name !== 'node_modules' && !entry.name.startsWith('.');
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && isOwn && depth > 0) walk(path, depth - 1);
    }
  };
  walk(root, maxDepth);
  return { files, folders };
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FlowFilesError } from './flow-file.ts';

// A folder with more is probably not a folder of flows, but a home directory or a whole disk.
const maxEntries = 20_000;
const maxDepth = 16;

/** The contents of a folder: absolute paths, the entries of each folder in alphabetical order. */
export interface FolderContent {
  readonly files: readonly string[];
  /** The folder itself and those below it. */
  readonly folders: readonly string[];
}

/**
 * Lists the contents of a folder. Follows no links, and skips `node_modules` and hidden folders.
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

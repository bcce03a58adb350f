import { readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { messageOf } from '../problem/message-of.ts';
import { FlowFilesError } from './flow-file.ts';

// A folder with more is hardly one of flows: somebody's home, or a whole disk.
const maxEntries = 20_000;
const maxDepth = 16;

/**
 * The YAML and JSON files below files and folders, each once, in alphabetical order of each folder. Follows no links
 * inside a folder, and leaves out `node_modules` and hidden folders.
 * @param roots absolute paths
 * @returns absolute paths without links
 * @throws {FlowFilesError} if one cannot be read, or has too many files
 */
export function findFlowFiles(roots: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const root of roots) {
    const room = { root, left: maxEntries };
    try {
      const path = realpathSync(root);
      if (!statSync(path).isDirectory()) found.add(path);
      else for (const file of filesBelow(path, maxDepth, room)) found.add(file);
    } catch (error) {
      if (error instanceof FlowFilesError) throw error;
      throw new FlowFilesError(`cannot read ${root}: ${messageOf(error)}.`, { cause: error });
    }
  }
  return [...found];
}

interface Room {
  readonly root: string;
  left: number;
}

function filesBelow(folder: string, depth: number, room: Room): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  room.left -= entries.length;
  if (room.left < 0)
    throw new FlowFilesError(
      `${room.root} contains more than ${maxEntries} files; name the folders that contain flows.`,
    );
  return entries
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return ['.yaml', '.yml', '.json'].includes(extname(entry.name).toLowerCase()) ? [path] : [];
      const isOwn = entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
      return isOwn && depth > 0 ? filesBelow(path, depth - 1, room) : [];
    });
}

import { realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { messageOf } from '../../base/problem/message-of.ts';
import { FlowFilesError } from './flow-file.ts';
import { walkFolder } from './walk-folder.ts';

/**
 * The YAML and JSON files below files and folders, each once, in alphabetical order of each folder. Follows no links
 * inside a folder, and skips `node_modules` and hidden folders.
 * @param roots absolute paths
 * @returns absolute paths without links
 * @throws {FlowFilesError} if one cannot be read, or has too many files
 */
export function findFlowFiles(roots: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const root of roots) {
    try {
      const path = realpathSync(root);
      if (!statSync(path).isDirectory()) found.add(path);
      else for (const file of walkFolder(path).files.filter(isDocument)) found.add(file);
    } catch (error) {
      if (error instanceof FlowFilesError) throw error;
      throw new FlowFilesError(`cannot read ${root}: ${messageOf(error)}.`, { cause: error });
    }
  }
  return [...found];
}

function isDocument(file: string): boolean {
  return ['.yaml', '.yml', '.json'].includes(extname(file).toLowerCase());
}
